import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import type { StoreMailDeps } from '../accounts/people/store-mail.ts';
import { inTransaction } from '../base/db/transaction.ts';
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
  for (const entry of entries) {
    number += 1;
    hash = hashOfLine(hash, number, entry);
    Object.assign(entry, { chainNumber: number, chainHash: hash });
    if (companyId === null) continue;
    await stream(tx, companyId, entry);
    await tellOfAct(tx, mail, { companyId, entry, now: new Date() });
  }
  await tx.execute('update audit_chains set number = ?, hash = ? where company_id = ?', [number, hash, whose]);
  return entries.length;
}

/** A line of both environments goes where the money is. */
async function stream(tx: EntityManager, companyId: number, entry: AuditEntry): Promise<void> {
  const environment = entry.environment ?? 'production';
  const [row] = await tx.execute<{ wanted: boolean }[]>(
    `select exists (select from webhook_endpoints where company_id = ? and environment = ? and enabled
       and deleted_at is null and 'audit.recorded' = any (events)) as wanted`,
    [companyId, environment],
  );
  if (!row!.wanted) return;
  await recordEvents(tx, {
    store: { companyId, environment },
    resource: { type: 'audit', id: companyId },
    drafts: [{ type: 'audit.recorded', sequence: entry.chainNumber!, data: presentLine(entry) }],
    at: new Date(),
  });
}
