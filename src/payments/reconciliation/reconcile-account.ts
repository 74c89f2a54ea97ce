import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Store } from '../../companies/environment.ts';
import type { Clock } from '../../time/clock.ts';
import { GatewayAccount } from '../gateways/gateway-account.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { TimeSpan } from '../gateways/payment-gateway.ts';
import { createComparison, type Comparison, type ComparisonMode } from './comparison.ts';
import { compareCharges } from './compare-charges.ts';
import { compareDisputes, compareRefunds } from './compare-refunds.ts';
import { Reconciliation } from './reconciliation.entity.ts';

export interface ReconcileDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  log: Logger;
}

export interface ReconciliationCounts {
  chargesSeen: number;
  repaired: number;
  findings: number;
}

/**
 * Holds a store's books against its gateway's: charges that were made in a time and whatever of ours is open from before,
 * refunds and disputes. A callback that was missed is made up for, in the way of a callback; what neither side can be
 * trusted on is written down for the store. May be repeated.
 *
 * @param heartbeat called now and then, as it may take minutes
 * @returns how much was found; null where the account is gone, or keeps no books of its own
 * @throws GatewayUnavailableError for what a retry can mend; what was found until then is written down
 */
export async function reconcileAccount(
  deps: ReconcileDeps,
  given: { accountId: number; span: TimeSpan; heartbeat: () => void },
): Promise<ReconciliationCounts | null> {
  const comparison = await compareBooks(deps, { ...given, mode: 'compare' });
  if (!comparison) return null;
  const { chargesSeen, repaired, findings, findingsLeftOut } = comparison;
  return { chargesSeen, repaired, findings: findings.length + findingsLeftOut };
}

/**
 * As `reconcileAccount`, and for a record that was restored to an earlier moment too.
 *
 * @returns the comparison at its end
 */
export async function compareBooks(
  deps: ReconcileDeps,
  {
    accountId,
    span,
    heartbeat,
    mode,
  }: { accountId: number; span: TimeSpan; heartbeat: () => void; mode: ComparisonMode },
): Promise<Comparison | null> {
  const account = await deps.em.fork().findOne(GatewayAccount, accountId);
  if (!account) return null;
  const store: Store = { companyId: account.companyId, environment: account.environment };
  const gateway = await deps.gateways.open(deps.em, account.gateway, store);
  const { books } = gateway;
  if (!books) return null;
  const comparison = createComparison(deps, { store, gateway, books, mode, heartbeat });
  try {
    await compareCharges(comparison, span);
    await compareRefunds(comparison, span);
    await compareDisputes(comparison, span);
  } catch (error) {
    if (comparison.repaired > 0 || comparison.findings.length > 0) await record(deps, { comparison, span });
    throw error;
  }
  await record(deps, { comparison, span });
  return comparison;
}

async function record(
  { em, log }: ReconcileDeps,
  {
    comparison: { mode, store, gateway, chargesSeen, repaired, findings, findingsLeftOut },
    span,
  }: { comparison: Comparison; span: TimeSpan },
): Promise<void> {
  if (mode === 'tell') return;
  const now = new Date();
  const tx = em.fork();
  const [last] = await tx.find(Reconciliation, { ...store }, { orderBy: { id: 'desc' }, limit: 1 });
  const values = { gateway: gateway.name, ...span, chargesSeen, repaired, findings, createdAt: now };
  tx.create(Reconciliation, { ...store, ...values });
  await tx.flush();
  const isNews = repaired > 0 || JSON.stringify(findings) !== JSON.stringify(last?.findings ?? []);
  if (!isNews) return;
  const { companyId: company_id, environment } = store;
  const counts = { repaired, findings: findings.length, findings_left_out: findingsLeftOut };
  log.warn({ company_id, environment, ...counts }, 'the books of a store were compared');
}
