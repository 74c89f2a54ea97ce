import { setTimeout as sleep } from 'node:timers/promises';
import type { Courier } from './courier.ts';
import { implied } from './implied.ts';
import type { Platform } from './platform.ts';
import { readRecord, type EventRow, type ProductRecord } from './record.ts';
import type { Arrival, Receivers } from './receivers.ts';
import type { Till } from './till.ts';
import { chargesOf, type Bill } from './traffic.ts';

/** Where the record and a ledger contradict each other. */
export interface Contradiction {
  check: CheckName;
  what: string;
  bill: Bill | null;
}

/** A time in which something was done that explains why an event came twice, in milliseconds since 1970. */
export interface Excuse {
  from: number;
  until: number;
}

/**
 * A restore to an earlier moment: what was recorded between it and the loss is on record no more, though receivers have
 * seen events of that time. Such an event is told apart by its id, which nothing on record has; whatever else came is
 * held to the record as ever.
 */
export type Lost = Excuse;

export interface Books {
  platform: Platform;
  bills: readonly Bill[];
  till: Till;
  courier: Courier;
  receivers: Receivers;
  /** Beside the kills, which the platform knows. */
  excuses: readonly Excuse[];
  lost?: Lost;
}

const CHECKS = {
  'every accepted POST exists exactly once': findLostOrDoubled,
  'each invoice has the status and the money that the ledger implies': findWrongEnds,
  'the product’s own ledger has the money of each invoice': findUnposted,
  'one charge an attempt, and none that nobody waits for': findWrongCharges,
  'each event reached each subscribed receiver, with its signature and the same bytes': findUndelivered,
  'no event came twice but where its first answer may have been lost': findTwice,
  'sequence numbers have no gap': findGaps,
  'outbox and callbacks are worked off': findLeftovers,
  'no workflow waits for nothing, and none is missing': findWrongWorkflows,
  'the delivery log has every attempt that a receiver saw': findUnlogged,
} satisfies { [name: string]: (books: Books, record: ProductRecord) => Found[] };
export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

type Found = string | { what: string; bill: Bill | undefined };

/** After a kill: a minute until Temporal believes an activity's worker dead, and what is tried again then. */
const SETTLE_MS = 180_000;
const LOOK_MS = 1_000;
/** An answer is on record within this time, whoever else is written meanwhile. */
const RECORDED_MS = 15_000;
/** The mark of an attempt that has begun is not waited for: so long before its end PostgreSQL may forget it. */
const FORGOTTEN_MS = 3_000;

/** @returns what the books still contradict each other in once everything has had its time */
export async function settle(books: Books): Promise<Contradiction[]> {
  for (const end = Date.now() + SETTLE_MS; ;) {
    const isOver = Date.now() > end;
    // A part that was just broken may not answer yet.
    const found = await audit(books).catch((error: unknown) => {
      if (isOver) throw error;
      return null;
    });
    if (found !== null && (found.length === 0 || isOver)) return found;
    await sleep(LOOK_MS);
  }
}

async function audit(books: Books): Promise<Contradiction[]> {
  const record = await readRecord(books.platform);
  return CHECK_NAMES.flatMap((check) =>
    CHECKS[check](books, record).map((found) =>
      typeof found === 'string'
        ? { check, what: found, bill: null }
        : { check, what: found.what, bill: found.bill ?? null },
    ),
  );
}

function findLostOrDoubled({ bills }: Books, { invoices }: ProductRecord): Found[] {
  const byKey = Map.groupBy(invoices, (row) => row.external_reference);
  const known = new Set(bills.map(({ key }) => key));
  const strangers = invoices.filter((row) => !row.is_cycle && !known.has(row.external_reference));
  return [
    ...strangers.map(({ id }) => `invoice ${id} was made by nobody`),
    ...bills.flatMap((bill) => {
      const rows = byKey.get(bill.key) ?? [];
      const found: Found[] = [];
      if (rows.length !== 1) found.push({ what: `there are ${rows.length} invoices of ${bill.key}`, bill });
      else if (rows[0]!.id !== bill.id) {
        found.push({ what: `invoice ${rows[0]!.id} was answered to be ${bill.id}`, bill });
      } else if (rows[0]!.refunds !== bill.refunds.length) {
        found.push({ what: `${bill.refunds.length} refunds were accepted, and ${rows[0]!.refunds} are there`, bill });
      }
      if (bill.stuck) found.push({ what: `its life could not go on: ${bill.stuck}`, bill });
      return found;
    }),
  ];
}

function findWrongEnds({ bills, till }: Books, { invoices }: ProductRecord): Found[] {
  const byId = new Map(invoices.map((row) => [row.id, row]));
  return bills.flatMap((bill) => {
    const row = byId.get(bill.id ?? 0);
    if (!row) return [];
    const must = implied(bill, till);
    const is = { status: row.status, paidCents: row.paid, refundedCents: row.refunded, payments: row.payments };
    const [said, ought] = [JSON.stringify(is), JSON.stringify(must)];
    return said === ought ? [] : [{ what: `the record has ${said}, and the ledger implies ${ought}`, bill }];
  });
}

function findUnposted(_: Books, { invoices }: ProductRecord): Found[] {
  return invoices.flatMap(({ id, paid, refunded, ledger_paid: postedPaid, ledger_refunded: postedRefunded }) => {
    if (paid === postedPaid && refunded === postedRefunded) return [];
    return [`invoice ${id} has ${paid} and ${refunded} cents, and its ledger ${postedPaid} and ${postedRefunded}`];
  });
}

function findWrongCharges({ bills, till }: Books, { waitingAttempts }: ProductRecord): Found[] {
  const waiting = new Set(waitingAttempts.filter(({ state }) => state === 'pending').map(({ id }) => String(id)));
  return bills.flatMap((bill) => {
    const charges = chargesOf(till, bill);
    const byAttempt = Map.groupBy(charges, ({ metadata }) => metadata.fatura_attempt!);
    const doubled = [...byAttempt].filter(([, those]) => those.length > 1);
    const forgotten = charges.filter(
      ({ status, metadata }) => status === 'requires_action' && !waiting.has(metadata.fatura_attempt!),
    );
    const refunds = charges.flatMap((charge) => till.refundsOf(charge));
    return [
      ...doubled.map(([attempt, those]) => ({ what: `attempt ${attempt} has ${those.length} charges`, bill })),
      ...forgotten.map(({ id }) => ({ what: `charge ${id} can be paid, and nobody waits for it`, bill })),
      ...(bill.store.gateway === 'stripe' && refunds.length !== bill.refunds.length
        ? [{ what: `${bill.refunds.length} refunds were accepted, and the gateway has ${refunds.length}`, bill }]
        : []),
    ];
  });
}

/** Each event beside each receiver that is to have it, with what came there. */
function* expected(
  { bills, receivers }: Books,
  { events }: ProductRecord,
): Generator<{
  bill: Bill | undefined;
  event: EventRow;
  path: string;
  arrivals: Arrival[];
}> {
  const stores = new Map(bills.map(({ store }) => [store.companyId, store]));
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const arrived = Map.groupBy(receivers.arrivals, ({ path, webhookId }) => `${path} ${webhookId}`);
  for (const event of events) {
    for (const { path, events: types } of stores.get(event.company_id)?.subscriptions ?? []) {
      if (!types.includes('*') && !types.includes(event.type)) continue;
      yield { bill: byId.get(event.invoice_id), event, path, arrivals: arrived.get(`${path} evt_${event.id}`) ?? [] };
    }
  }
}

function findUndelivered(books: Books, record: ProductRecord): Found[] {
  const found: Found[] = [];
  let wanted = 0;
  for (const { bill, event, path, arrivals } of expected(books, record)) {
    wanted += arrivals.length;
    const name = `${event.type} (event ${event.id}) at ${path}`;
    if (!arrivals.some(wasTaken)) found.push({ what: `${name} was not delivered`, bill });
    if (arrivals.some(({ body }) => body !== event.body)) found.push({ what: `${name} came with other bytes`, bill });
    if (arrivals.some((one) => !one.signatureIsRight))
      found.push({ what: `${name} is not signed by its secret`, bill });
  }
  const isLost = lostArrivals(books, record);
  const ofInvoices = books.receivers.arrivals.filter((one) => one.event.startsWith('invoice.') && !isLost(one)).length;
  if (ofInvoices > wanted) found.push(`${ofInvoices - wanted} deliveries came of events that are not on record`);
  for (const { event_id: id, url, state } of record.deliveries) {
    if (state !== 'delivered') found.push(`the delivery of event ${id} to ${new URL(url).pathname} is ${state}`);
  }
  return found;
}

function findTwice(books: Books, record: ProductRecord): Found[] {
  const found: Found[] = [];
  const excuses = [
    ...books.excuses,
    ...(books.lost ? [books.lost] : []),
    ...killsOf(books.platform, ['worker', 'postgres', 'temporal']),
  ];
  for (const { bill, event, path, arrivals } of expected(books, record)) {
    const taken = arrivals.filter(wasTaken);
    for (const { answeredAt } of taken.slice(0, -1)) {
      const [from, until] = [answeredAt! - LOOK_MS, answeredAt! + RECORDED_MS];
      if (excuses.some((excuse) => excuse.from <= until && excuse.until >= from)) continue;
      found.push({ what: `event ${event.id} came to ${path} again, and nothing explains it`, bill });
    }
  }
  return found;
}

function findGaps(books: Books, record: ProductRecord): Found[] {
  const { bills, receivers } = books;
  const { invoices, events } = record;
  const isLost = lostArrivals(books, record);
  const onRecord = Map.groupBy(events, (event) => event.invoice_id);
  const steady = receivers.arrivals.filter(
    (arrival) => arrival.path.endsWith('/steady') && wasTaken(arrival) && !isLost(arrival),
  );
  const arrived = Map.groupBy(steady, ({ invoiceId }) => invoiceId ?? 0);
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  return invoices.flatMap(({ id, event_sequence: last }) => {
    const whole = Array.from({ length: last }, (_, index) => index + 1).join();
    const bill = byId.get(id);
    const recorded = (onRecord.get(id) ?? []).map(({ sequence }) => sequence);
    const came = (arrived.get(id) ?? []).map(({ sequence }) => sequence);
    return [
      ...(inOrder(recorded) === whole
        ? []
        : [{ what: `the record has the events ${inOrder(recorded)} of ${last}`, bill }]),
      ...(inOrder(came) === whole ? [] : [{ what: `the events ${inOrder(came)} of ${last} came`, bill }]),
    ];
  });
}

function inOrder(numbers: readonly number[]): string {
  return [...new Set(numbers)].sort((a, b) => a - b).join();
}

function findLeftovers({ courier }: Books, { outbox, unappliedCallbacks }: ProductRecord): Found[] {
  return [
    ...(outbox > 0 ? [`${outbox} entries are left in the outbox`] : []),
    ...(unappliedCallbacks > 0 ? [`${unappliedCallbacks} callbacks are stored and not applied`] : []),
    ...(courier.isDone() ? [] : ['the gateway is still calling back']),
  ];
}

function findWrongWorkflows({ bills }: Books, record: ProductRecord): Found[] {
  const { invoices, running, waitingAttempts, subscriptions } = record;
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const registering = new Set(waitingAttempts.map((attempt) => attempt.invoice_id));
  const going = subscriptions.map((id) => `subscription-${id}`);
  const known = new Set([...invoices.map(({ id }) => `invoice-${id}`), ...going]);
  return [
    ...going.filter((id) => !running.has(id)).map((id) => `${id} goes on, and no workflow with it`),
    ...[...running].filter((id) => !known.has(id)).map((id) => `workflow ${id} runs for nothing on record`),
    ...invoices.flatMap(({ id, waits }) => {
      const runs = running.has(`invoice-${id}`);
      const bill = byId.get(id);
      if (runs && !waits && !registering.has(id)) return [{ what: `workflow invoice-${id} waits for nothing`, bill }];
      return !runs && waits ? [{ what: `invoice ${id} waits, and no workflow with it`, bill }] : [];
    }),
  ];
}

/** An attempt that was cut off is in the log too, once the next one has ended. */
function findUnlogged(books: Books, record: ProductRecord): Found[] {
  const found: Found[] = [];
  const logged = new Map(
    record.deliveries.map(({ event_id: id, url, logged: count }) => [`${new URL(url).pathname} ${id}`, count]),
  );
  const { killedAt, endedByItself } = books.platform.programs.postgres;
  // The delivery may have forgotten the mark, whatever ended its process.
  const ends = [...killedAt, ...endedByItself.map(({ at }) => at)];
  for (const { bill, event, path, arrivals } of expected(books, record)) {
    const isForgotten = ({ at }: Arrival): boolean =>
      ends.some((end) => end > at - LOOK_MS && end < at + FORGOTTEN_MS) ||
      (books.lost !== undefined && at > books.lost.from - FORGOTTEN_MS && at < books.lost.until);
    const missing = arrivals.length - (logged.get(`${path} ${event.id}`) ?? 0);
    if (missing > arrivals.filter(isForgotten).length) {
      found.push({ what: `${missing} attempts to bring event ${event.id} to ${path} are not in the log`, bill });
    }
  }
  return found;
}

/** Tells events that were recorded and told in the time that was lost. */
export function lostArrivals({ lost }: Pick<Books, 'lost'>, { events }: Pick<ProductRecord, 'events'>) {
  const onRecord = new Set(lost ? events.map(({ id }) => `evt_${id}`) : []);
  return ({ at, webhookId }: Arrival): boolean =>
    lost !== undefined && at >= lost.from && at <= lost.until && !onRecord.has(webhookId);
}

function killsOf({ programs }: Platform, names: readonly (keyof Platform['programs'])[]): Excuse[] {
  return names.flatMap((name) => programs[name].killedAt.map((at) => ({ from: at, until: at })));
}

function wasTaken({ status }: Arrival): boolean {
  return status === 200;
}
