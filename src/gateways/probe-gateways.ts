import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { claim } from '../base/db/claim.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import { openSettings } from './gateway-settings.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { noteMended, SHORTEST_PROBE_MS } from './watch-account.ts';

const BATCH = 10;
/** A key that was refused for days is asked about this often. */
const LONGEST_PROBE_MS = 15 * 60_000;

export interface ProbeGatewaysDeps {
  em: EntityManager;
  secrets: SecretBox;
  gateways: Pick<GatewayRegistry, 'providers'>;
  log: Logger;
}

/**
 * Asks gateways that refuse a store's key whether they take the key again: a single call for each account, whatever
 * waits for it. The time between two probes is a tenth of the outage, from one to fifteen minutes. An account that
 * works again has all its work told. A gateway that cannot be asked is asked by the next probe.
 *
 * @returns how many accounts work again
 */
export async function probeGateways(deps: ProbeGatewaysDeps): Promise<number> {
  const accounts = await lease(deps.em);
  const outcomes = await Promise.all(accounts.map((account) => probe(deps, account)));
  return outcomes.filter(Boolean).length;
}

/** Puts the next probe off in the statement that finds the accounts, so that two processes ask for none twice. */
async function lease(em: EntityManager): Promise<GatewayAccount[]> {
  const fork = em.fork();
  const [shortest, longest] = [SHORTEST_PROBE_MS, LONGEST_PROBE_MS].map((ms) => `interval '${ms} milliseconds'`);
  const rows = await fork.execute<{ id: string }[]>(
    claim(
      `select id from gateway_accounts where next_probe_at <= now()::timestamptz(3)
       order by next_probe_at limit ${BATCH} for no key update skip locked`,
      `update gateway_accounts
       set next_probe_at = now() + greatest(${shortest}, least(${longest}, (now() - failing_since) / 10))
       from claimed where gateway_accounts.id = claimed.id returning claimed.id`,
    ),
  );
  return fork.find(GatewayAccount, { id: rows.map(({ id }) => Number(id)) }, { orderBy: { id: 'asc' } });
}

/** @returns whether the account works again */
async function probe({ em, secrets, gateways, log }: ProbeGatewaysDeps, account: GatewayAccount): Promise<boolean> {
  const { companyId, environment, gateway } = account;
  const provider = gateways.providers.find(({ name }) => name === gateway);
  if (!provider) return false;
  try {
    const answer = await provider.check({
      store: { companyId, environment },
      settings: openSettings(secrets, account),
    });
    if (Array.isArray(answer)) return false;
  } catch (error) {
    if (error instanceof GatewayUnavailableError) return false;
    throw error;
  }
  const isMended = await noteMended(em, account);
  if (isMended) log.info({ company_id: companyId, environment, gateway }, 'a gateway takes the key of a store again');
  return isMended;
}
