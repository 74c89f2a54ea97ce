import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';
import { AWAITS_GATEWAY } from '../gateways/held-work.ts';

/** The numbers of subjects that wait for something. */
export interface Resumed {
  invoices: number;
  subscriptions: number;
  deliveries: number;
}

/**
 * A statement looks at this many rows of a table: well within the time that a statement may take, however large the
 * table is.
 */
const ROWS = 10_000;

interface DueWork {
  whose: keyof Resumed;
  kind: OutboxSubject;
  table: string;
  /** The outbox is told of this subject, by a row of the table. */
  subject: string;
  condition: string;
}

const OF_INVOICES = { whose: 'invoices', kind: 'invoice' } as const;
const IS_HEARD = `state = 'pending' and endpoint_id not in (select id from webhook_endpoints where paused_at is not null)`;

/** All work that is still due, now or in a month: for an invoice as `readInvoiceNews` has it. */
const DUE_WORK: readonly DueWork[] = [
  { ...OF_INVOICES, table: 'invoices', subject: 'id', condition: 'next_deadline_at is not null' },
  {
    ...{ ...OF_INVOICES, table: 'webhook_deliveries', subject: 'resource_id' },
    condition: `${IS_HEARD} and runs_in = 'invoice' and resource_type = 'invoice'`,
  },
  { ...OF_INVOICES, table: 'payment_attempts', subject: 'invoice_id', condition: AWAITS_GATEWAY },
  { ...OF_INVOICES, table: 'refunds', subject: 'invoice_id', condition: `state = 'pending' and requested_at is null` },
  {
    ...{ whose: 'subscriptions', kind: 'subscription', table: 'subscriptions', subject: 'id' },
    condition: `status not in ('canceled', 'ended')`,
  },
  {
    ...{ whose: 'deliveries', kind: 'delivery', table: 'webhook_deliveries', subject: 'id' },
    condition: `${IS_HEARD} and runs_in <> 'invoice'`,
  },
];

/**
 * Has every workflow told of its record, and started where none runs: for a Temporal that has lost its own. A workflow
 * that runs hears news that it knows. The entries become due one after the other, so that what happens meanwhile is not
 * kept waiting behind them; whoever has an entry already gets no second one. Each statement is a transaction of its
 * own: what was ended halfway is done again as a whole, and only adds what is missing.
 */
export async function resumeWorkflows(
  em: EntityManager,
  { perSecond, rows = ROWS }: { perSecond: number; rows?: number },
): Promise<Resumed> {
  const resumed: Resumed = { invoices: 0, subscriptions: 0, deliveries: 0 };
  // The database's, by which entries are claimed.
  const [begun] = await em.fork().execute<{ at: string }[]>('select now()::text as at');
  for (const work of DUE_WORK) {
    for (let after = '0'; ;) {
      const before = resumed.invoices + resumed.subscriptions + resumed.deliveries;
      const { last, entries } = await putOff(em, work, { after, rows, from: begun!.at, before, perSecond });
      resumed[work.whose] += entries;
      if (last === null) break;
      after = last;
    }
  }
  return resumed;
}

/** @returns the last id that was looked at; null where none was left */
async function putOff(
  em: EntityManager,
  { kind, table, subject, condition }: DueWork,
  {
    after,
    rows,
    from,
    before,
    perSecond,
  }: Record<'after' | 'from', string> & Record<'rows' | 'before' | 'perSecond', number>,
): Promise<{ last: string | null; entries: number }> {
  const [found] = await em.fork().execute<{ last: string | null; entries: string }[]>(
    `with looked as (select max(id) as last from (select id from ${table} where id > ?::bigint order by id limit ?) as ids),
     entries as (
       insert into outbox (subject_type, subject_id, claimable_at, created_at)
       select '${kind}', subject, due, due from (
         select subject, ?::timestamptz + (? + row_number() over (order by subject)) * interval '1 second' / ?::int as due
         from (
           select distinct ${subject} as subject from ${table}, looked
           where id > ?::bigint and id <= looked.last and ${condition}) as due_work
         where not exists (select 1 from outbox where subject_type = '${kind}' and subject_id = due_work.subject)) as dues
       returning 1)
     select (select last from looked)::text as last, (select count(*) from entries) as entries`,
    [after, rows, from, before, perSecond, after],
  );
  return { last: found!.last, entries: Number(found!.entries) };
}
