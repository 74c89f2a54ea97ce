import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { invalidFields } from '../base/errors/errors.ts';
import { EVENTS, type EventType } from '../events/event-types.ts';
import { fromCents } from '../base/money/money.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { Refund } from './refund.entity.ts';
import { nextDeadline, statusDeadline, type Deadline, type DeadlineKind } from './deadline.ts';
import { findInvoice } from './find-invoice.ts';
import type { Invoice } from './invoice.entity.ts';

/** As many steps as a page has at most, and unless another number is asked for. */
export const MAX_STEPS = 100;
/** The timeline names this many refunds that are under way, and counts the others. */
const REFUNDS_NAMED = 10;

export interface TimelineEntry {
  /** Names the step within this timeline. */
  id: string;
  at: Date;
  what: string;
  why: string;
  details: Record<string, unknown>;
}

export interface TimelineWait {
  what: string;
  at: Date | null;
  why: string;
}

export interface Timeline {
  data: TimelineEntry[];
  /** Whether more steps follow in the direction of reading. */
  has_more: boolean;
  waits_for: TimelineWait[];
}

/** The steps of the page: the first ones, those after one, those before one, or the last ones. */
export interface TimelinePage {
  limit?: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  /** The last page, where no step is named. */
  isNewest?: boolean;
}

/**
 * The steps of an invoice's life, with moment and reason, the oldest first, and the next things that the invoice waits
 * for. The query reads one page of steps, and a few values of the events on that page, however long the life was.
 *
 * @throws ApiError 404; 422 for a step that this invoice does not have
 */
export async function readTimeline(
  em: EntityManager,
  { store, invoiceId, page = {} }: { store: Store; invoiceId: number; page?: TimelinePage },
): Promise<Timeline> {
  const tx = reader(em);
  const invoice = await findInvoice(tx, { store, invoiceId });
  const { rows, hasMore } = await readSteps(tx, { store, invoiceId, page });
  return {
    data: rows.map(presentStep),
    has_more: hasMore,
    waits_for: waitsFor({ invoice, ...(await readWaits(tx, { store, invoiceId })) }),
  };
}

interface StepRow {
  id: string;
  at: string;
  kind: 'event' | 'attempt' | 'given_up' | 'refund';
  reference: string;
  type: EventType | null;
  told: Record<string, unknown> | null;
  number: number | null;
  method: PaymentMethod | null;
  amount_cents: string | null;
  reason: string | null;
  payment_id: string | null;
}

/** Steps are in the order of their moments, then of their kinds. An attempt is given up after it was submitted. */
const STEPS = `
  select 'event_' || id as id, created_at as at, 1 as rank, sequence::bigint as n, 0 as part, 'event' as kind, id as reference
    from events where resource_type = 'invoice' and resource_id = ? and company_id = ? and environment = ?
  union all
  select 'attempt_' || id, created_at, 2, number, 0, 'attempt', id from payment_attempts where invoice_id = ?
  union all
  select 'attempt_' || id || '_given_up', updated_at, 2, number, 1, 'given_up', id
    from payment_attempts where invoice_id = ? and state = 'canceled'
  union all
  select 'refund_' || id, created_at, 3, id, 0, 'refund', id from refunds where invoice_id = ?`;
const POSITION = 'at, rank, n, part';
/** The values that a step takes from the body of its event, beside the sequence; the rest of the body is not read. */
const TOLD = [
  ...['status', 'previous_status', 'reason', 'changed', 'attempt_id', 'refund_id'],
  ...['amount', 'amount_overpaid', 'amount_due', 'dispute_id', 'dispute_status', 'answer', 'answer_until'],
] as const;

async function readSteps(
  tx: EntityManager,
  { store, invoiceId, page }: { store: Store; invoiceId: number; page: TimelinePage },
): Promise<{ rows: StepRow[]; hasMore: boolean }> {
  const { limit = MAX_STEPS, starting_after: after, ending_before: before, isNewest = false } = page;
  const backwards = before !== undefined || (isNewest && after === undefined);
  const cursor = before ?? after;
  const from =
    cursor === undefined ? '' : `where (${POSITION}) ${backwards ? '<' : '>'} (select ${POSITION} from cursor)`;
  const order = POSITION.split(', ').map((column) => `${column} ${backwards ? 'desc' : 'asc'}`);
  const told = TOLD.map((name) => `'${name}', data -> '${name}'`);
  const found = await tx.execute<(StepRow & { has_cursor: boolean })[]>(
    `with steps as (${STEPS}),
     cursor as (select ${POSITION} from steps where id = ?),
     page as (select * from steps ${from} order by ${order.join(', ')} limit ?)
     select page.id, to_json(page.at) as at, page.kind, page.reference, events.type, attempts.number, attempts.method,
       coalesce(attempts.amount_cents, refunds.amount_cents) as amount_cents, refunds.reason, refunds.payment_id,
       (select json_strip_nulls(json_build_object('sequence', events.sequence, ${told.join(', ')}))
          from (select events.body::json -> 'data' as data) as body) as told
     from page
     left join events on page.kind = 'event' and events.id = page.reference
     left join payment_attempts attempts on page.kind in ('attempt', 'given_up') and attempts.id = page.reference
     left join refunds on page.kind = 'refund' and refunds.id = page.reference
     order by ${order.map((one) => `page.${one}`).join(', ')}`,
    [invoiceId, store.companyId, store.environment, invoiceId, invoiceId, invoiceId, cursor ?? '', limit + 1],
  );
  if (found.length === 0 && cursor !== undefined) await checkStep(tx, { store, invoiceId, cursor, page });
  const rows = found.slice(0, limit);
  return { rows: backwards ? rows.reverse() : rows, hasMore: found.length > limit };
}

/** @throws ApiError 422 where the invoice has no such step */
async function checkStep(
  tx: EntityManager,
  { store, invoiceId, cursor, page }: { store: Store; invoiceId: number; cursor: string; page: TimelinePage },
): Promise<void> {
  const [known] = await tx.execute<unknown[]>(`select 1 from (${STEPS}) as steps where id = ?`, [
    ...[invoiceId, store.companyId, store.environment, invoiceId, invoiceId, invoiceId, cursor],
  ]);
  if (known) return;
  const field = page.ending_before === undefined ? 'starting_after' : 'ending_before';
  const message = `${field} must be the id of a step of this timeline, such as event_12.`;
  throw invalidFields([{ field, code: 'unknown_step', message }]);
}

function presentStep(row: StepRow): TimelineEntry {
  const { id, kind, reference, told, type } = row;
  const at = new Date(row.at);
  const amount = row.amount_cents === null ? undefined : fromCents(Number(row.amount_cents));
  if (kind === 'event') {
    const { reason } = told!;
    const because = typeof reason === 'string' ? ` (${reason})` : '';
    const why = EVENTS[type!].replace(/\.$/, '') + because;
    return { id, at, what: type!, why, details: { event_id: Number(reference), ...told } };
  }
  if (kind === 'refund') {
    const details = { refund_id: Number(reference), payment_id: Number(row.payment_id), amount };
    return { id, at, what: 'refund.requested', why: row.reason ?? 'The store asked to give money back', details };
  }
  const details = { attempt_id: Number(reference), payment_method: row.method, amount };
  if (kind === 'given_up') {
    const why = 'The charge was given up, and is canceled at the gateway';
    return { id, at, what: 'payment.canceled', why, details };
  }
  const why = row.number === 1 ? 'A payment is asked for' : `A payment is asked for again, attempt ${row.number}`;
  return { id, at, what: 'payment.submitted', why, details };
}

const DEADLINES: Record<DeadlineKind, string> = {
  pix_expired: 'The Pix code expires, and the invoice is then abandoned',
  abandonment_elapsed: 'The payer is waited for; the invoice is then abandoned',
  due_date_passed: 'The due date passes, and the invoice is then overdue',
  boleto_expired: 'The overdue invoice can still be paid; it then expires',
  reminder_due: 'The payer is reminded',
  dispute_due: 'The store can answer a dispute',
};

/** Work that has not ended, besides the invoice's own deadline. */
interface Waits {
  attempts: Pick<PaymentAttempt, 'id' | 'registeredAt' | 'method'>[];
  refunds: { ids: number[]; count: number };
  deliveries: { count: number; nextAt: Date | null };
}

async function readWaits(tx: EntityManager, { store, invoiceId }: { store: Store; invoiceId: number }): Promise<Waits> {
  const pending = { invoiceId, state: 'pending' as const };
  const attempts = await tx.find(PaymentAttempt, pending, { orderBy: { number: 'asc' } });
  const refunds = await tx.find(Refund, pending, { orderBy: { id: 'asc' }, limit: REFUNDS_NAMED, fields: ['id'] });
  const count = refunds.length < REFUNDS_NAMED ? refunds.length : await tx.count(Refund, pending);
  const [deliveries] = await tx.execute<{ count: string; next_at: string | null }[]>(
    `select count(*) as count, to_json(min(next_attempt_at)) as next_at from webhook_deliveries
     where resource_type = 'invoice' and resource_id = ? and state = 'pending' and company_id = ? and environment = ?`,
    [invoiceId, store.companyId, store.environment],
  );
  const { count: waiting, next_at: nextAt } = deliveries!;
  return {
    attempts,
    refunds: { ids: refunds.map(({ id }) => id), count },
    deliveries: { count: Number(waiting), nextAt: nextAt === null ? null : new Date(nextAt) },
  };
}

/**
 * The next reminder or step of a dispute, where it comes before the status changes, and the end of the wait for the
 * payer.
 */
function deadlinesOf(invoice: Invoice): Deadline[] {
  const [next, end] = [nextDeadline(invoice), statusDeadline(invoice)];
  return [...(next?.kind === 'reminder_due' || next?.kind === 'dispute_due' ? [next] : []), ...(end ? [end] : [])];
}

function waitsFor({ invoice, attempts, refunds, deliveries }: Waits & { invoice: Invoice }): TimelineWait[] {
  const waits: TimelineWait[] = [];
  for (const { kind, at, step } of deadlinesOf(invoice)) {
    const why = step === undefined ? DEADLINES[kind] : `${DEADLINES[kind]}: step ${step}`;
    waits.push({ what: kind, at: new Date(at), why });
  }
  for (const { id, registeredAt, method } of attempts) {
    waits.push(
      registeredAt
        ? { what: 'payment', at: null, why: `The gateway's word on ${method} attempt ${id}` }
        : { what: 'gateway_registration', at: null, why: `The gateway is to register ${method} attempt ${id}` },
    );
  }
  for (const id of refunds.ids) waits.push({ what: 'refund', at: null, why: `The gateway's word on refund ${id}` });
  const others = refunds.count - refunds.ids.length;
  if (others > 0) waits.push({ what: 'refund', at: null, why: `The gateway's word on ${others} more refunds` });
  const { count, nextAt } = deliveries;
  if (count > 0) {
    const why = `${count} webhook ${count === 1 ? 'delivery is' : 'deliveries are'} under way`;
    waits.push({ what: 'webhook_deliveries', at: nextAt, why });
  }
  return waits;
}
