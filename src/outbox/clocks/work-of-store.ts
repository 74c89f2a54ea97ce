import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import { reader } from '../../base/db/transaction.ts';
import { nextDeadline } from '../../invoices/deadline.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { readOpenMandates } from '../../payments/mandates/read-mandates.ts';
import { nextStep } from '../../subscriptions/next-step.ts';
import { Subscription } from '../../subscriptions/subscription.entity.ts';
import { readUnsettledCycles } from '../../subscriptions/unsettled-cycles.ts';
import type { Happening } from './clock.schema.ts';
import type { OutboxSubject } from '../../base/outbox/outbox-entry.entity.ts';
import { DUE_SUBJECTS, NEXT, UNFINISHED } from './work-of-store.sql.ts';

interface Moment {
  companyId: number;
  /** The time of the clock. */
  now: Date;
}

/** A workflow that has work to do. */
export interface Due {
  kind: OutboxSubject;
  id: number;
}

/** Other work of a store that is not finished. */
export interface Unfinished {
  kind: 'delivery' | 'refund' | 'callback' | 'workflow';
  id: number;
}

/** The next moment of a store, and whose it is. */
export interface NextMoment {
  kind: 'invoice' | 'subscription' | 'delivery';
  id: number;
  at: Date;
}

/** @returns workflows that have work to do at the present moment of a sandbox, by kind and id */
export async function findDue(
  em: EntityManager,
  { companyId, now, limit }: Moment & { limit: number },
): Promise<Due[]> {
  const rows = await runPrepared<{ kind: Due['kind']; id: string }>(reader(em), DUE_SUBJECTS, [companyId, now, limit]);
  return rows.map(({ kind, id }) => ({ kind, id: Number(id) }));
}

/** @returns one piece of the other work that the present moment has brought about; null when all is finished */
export async function findUnfinished(em: EntityManager, { companyId, now }: Moment): Promise<Unfinished | null> {
  const rows = await runPrepared<{ kind: Unfinished['kind']; id: string }>(reader(em), UNFINISHED, [companyId, now]);
  return rows[0] ? { kind: rows[0].kind, id: Number(rows[0].id) } : null;
}

/** @returns the first moment after `now` at which something of a sandbox happens by itself; null for none */
export async function findNextMoment(em: EntityManager, { companyId, now }: Moment): Promise<NextMoment | null> {
  const [row] = await runPrepared<{ kind: NextMoment['kind']; id: string; at: Date | string }>(reader(em), NEXT, [
    companyId,
    now,
  ]);
  return row ? { kind: row.kind, id: Number(row.id), at: new Date(row.at) } : null;
}

/** The thing that happens at a moment. */
export async function nameHappening(em: EntityManager, { kind, id }: NextMoment): Promise<Happening> {
  if (kind === 'delivery') return 'webhook_attempt';
  if (kind === 'invoice') return nextDeadline(await reader(em).findOneOrFail(Invoice, id))!.kind;
  const tx = reader(em);
  const subscription = await tx.findOneOrFail(Subscription, id);
  const company = await tx.findOneOrFail(Company, subscription.companyId);
  const [unsettled, mandates] = [await readUnsettledCycles(tx, [id]), await readOpenMandates(tx, [id])];
  return nextStep(subscription, { company, unsettled, mandates })!.kind;
}
