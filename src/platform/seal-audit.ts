import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import type { StoreMailDeps } from '../accounts/people/store-mail.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { Environment, Store } from '../base/environment.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { tellOfAct } from './tell-of-act.ts';
import { hashOfLine, PLATFORM_CHAIN, presentLine } from './audit-chain.ts';

const LINES_AT_ONCE = 200;

/**
 * Chains the lines of the audit log by hashes, a chain for each store, and streams them to the webhooks that subscribe
 * to `audit.recorded`; the owners are mailed of acts that matter. A line is chained after its transaction, in the order
 * in which lines are found: whoever writes one waits for nobody.
 *
 * @returns how many lines were chained
 */
export async function sealAudit({ em, ...mail }: StoreMailDeps & { em: EntityManager }): Promise<number> {
  const rows = await em.fork().execute<{ whose: string }[]>(
    `select distinct coalesce(company_id, ${PLATFORM_CHAIN}) as whose
     from (select company_id from audit_entries where chain_number is null order by id limit ${LINES_AT_ONCE}) as unsealed`,
  );
  let sealed = 0;
  for (const { whose } of rows) sealed += await inTransaction(em.fork(), (tx) => sealChain(tx, mail, Number(whose)));
  return sealed;
}

async function sealChain(tx: EntityManager, mail: StoreMailDeps, whose: number): Promise<number> {
  await tx.execute(`insert into audit_chains (company_id, number, hash) values (?, 0, '') on conflict do nothing`, [
    whose,
  ]);
  const [head] = await tx.execute<[{ number: string; hash: string }]>(
    'select number, hash from audit_chains where company_id = ? for no key update',
    [whose],
  );
  const companyId = whose === PLATFORM_CHAIN ? null : whose;
  const entries = await tx.find(
    AuditEntry,
    { companyId, chainNumber: null },
    { orderBy: { id: 'asc' }, limit: LINES_AT_ONCE },
  );
  let number = Number(head.number);
  let { hash } = head;
  const streaming = companyId === null ? new Set<Environment>() : await environmentsThatStream(tx, companyId);
  for (const entry of entries) {
    number += 1;
    hash = hashOfLine(hash, number, entry);
    Object.assign(entry, { chainNumber: number, chainHash: hash });
    if (companyId === null) continue;
    // A line of both environments goes where the money is.
    const environment = entry.environment ?? 'production';
    if (streaming.has(environment)) await stream(tx, { companyId, environment }, entry);
    await tellOfAct(tx, mail, { companyId, entry, now: new Date() });
  }
  await tx.execute('update audit_chains set number = ?, hash = ? where company_id = ?', [number, hash, whose]);
  return entries.length;
}

async function environmentsThatStream(tx: EntityManager, companyId: number): Promise<Set<Environment>> {
  const rows = await tx.execute<{ environment: Environment }[]>(
    `select distinct environment from webhook_endpoints where company_id = ? and enabled
       and deleted_at is null and 'audit.recorded' = any (events)`,
    [companyId],
  );
  return new Set(rows.map(({ environment }) => environment));
}

async function stream(tx: EntityManager, store: Store, entry: AuditEntry): Promise<void> {
  await recordEvents(tx, {
    store,
    resource: { type: 'audit', id: store.companyId },
    drafts: [{ type: 'audit.recorded', sequence: entry.chainNumber!, data: presentLine(entry) }],
    at: new Date(),
  });
}
