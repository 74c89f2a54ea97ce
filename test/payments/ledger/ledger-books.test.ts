import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../../src/app/open-database.ts';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';
import type { GatewayEvent } from '../../../src/gateways/payment-gateway.ts';
import { proveLedger, proveTotals } from '../../../src/payments/ledger/prove-ledger.ts';
import { applyCallback, storeCallback } from '../../../src/payments/receive-callback.ts';
import { MODEL_TIMEOUT_MS, modelRuns } from '../../model/model-runs.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const TODAY = '2026-11-20';
const NOW = new Date(`${TODAY}T15:00:00Z`);
/** A second gateway takes part of the money; nothing of it is asked. */
const GATEWAYS = ['sandbox', 'stripe'] as const;
type Gateway = (typeof GATEWAYS)[number];
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Money {
  id: number;
  gatewayPaymentId: string;
  gateway: Gateway;
  cents: number;
  refunded: number;
  fee: number;
  availableOn: string;
  disputed: number;
  hasDispute: boolean;
}

/** The least that the books of a store can be: sums of what was done, by gateway and by the day that counts. */
class Books {
  readonly byDay = new Map<string, number>();
  disputed = 0;
  bank = 0;
  external = 0;

  add(gateway: Gateway, day: string, cents: number): void {
    const key = `${gateway} ${day > TODAY ? day : ''}`.trim();
    this.byDay.set(key, (this.byDay.get(key) ?? 0) + cents);
  }

  shown(gateway: Gateway) {
    const of = (isPending: boolean): number =>
      [...this.byDay]
        .filter(([key]) => key.startsWith(gateway) && key.includes(' ') === isPending)
        .reduce((sum, [, cents]) => sum + cents, 0);
    return { available: of(false), pending: of(true) };
  }
}

interface Balance {
  available: number;
  pending: number;
  disputed: number;
  gateways: { gateway: string; available: number; pending: number }[];
}

const act = fc.record({
  kind: fc.constantFrom(
    ...(['pay', 'pay', 'pay', 'price', 'refund', 'refund', 'refund fails', 'dispute', 'dispute ends'] as const),
    ...(['external', 'reverse', 'credit', 'write off', 'payout', 'payout fails'] as const),
  ),
  which: fc.nat(5),
  gateway: fc.constantFrom(...GATEWAYS),
  cents: fc.integer({ min: 1, max: 12_000 }),
  days: fc.integer({ min: 0, max: 40 }),
  flag: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

describe('the ledger of a store whose money moves in any way', () => {
  const clock = { now: () => Promise.resolve(NOW) };
  const world = useApiWorld({ clock });
  let orm: MikroORM;
  let told = 0;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm?.close());

  /** A store with three invoices of R$ 100.00, and what may happen to their money. */
  async function open() {
    const store = await world.current.createStore();
    const whose = { companyId: store.companyId, environment: 'sandbox' as const };
    const invoices = await Promise.all([1, 2, 3].map(() => store.createInvoice()));
    return { store, whose, invoices, books: new Books(), money: [] as Money[], refunds: new Map<number, Money>() };
  }
  type Till = Awaited<ReturnType<typeof open>>;

  async function tell({ whose }: Till, gateway: Gateway, event: WithoutId<GatewayEvent>): Promise<string> {
    told += 1;
    const content = { gateway, store: whose, event: { id: `evt_${told}`, ...event } };
    const stored = await storeCallback(orm.em, content);
    return applyCallback({ em: orm.em, clock }, stored!);
  }

  /** @returns the answer, or null where it was refused */
  async function ask<T>(store: TestStore, path: string, body: object): Promise<T | null> {
    const { status, body: answer } = await store.sandbox.request<T>('POST', path, body);
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    return status < 300 ? answer : null;
  }

  const read = async <T>(store: TestStore, path: string): Promise<T> => (await store.sandbox.get<T>(path)).body;

  async function pay(till: Till, { which, gateway, cents, days, flag }: Act): Promise<void> {
    const { database } = world.current;
    const { id, payments } = till.invoices[which % 3]!;
    const attemptId = payments[0]!.id;
    // The charge of this money is another gateway's.
    await database.query('update payment_attempts set gateway = $1 where id = $2', [gateway, attemptId]);
    const gatewayPaymentId = `pay_${id}_${till.money.length}_${told}`;
    const fee = Math.min(cents, days * 7);
    const availableOn = addDays(TODAY, days);
    const priced = flag ? { fee: { feeCents: fee, availableOn } } : {};
    const event = { attemptId, paymentId: gatewayPaymentId, amountCents: cents, paidAt: NOW.toISOString(), ...priced };
    expect(await tell(till, gateway, { type: 'payment_confirmed', ...event })).toBe('applied');
    const [row] = await database.query<{ id: string }>('select id from payments where gateway_payment_id = $1', [
      gatewayPaymentId,
    ]);
    const known = flag ? { fee, availableOn } : { fee: 0, availableOn: TODAY };
    till.books.add(gateway, known.availableOn, cents - known.fee);
    till.money.push({
      ...{ id: Number(row!.id), gatewayPaymentId, gateway, cents, ...known },
      ...{ refunded: 0, disputed: 0, hasDispute: false },
    });
  }

  const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];

  const ACTS: Record<Act['kind'], (till: Till, given: Act) => Promise<void>> = {
    pay,

    async price(till, { which, days }) {
      const one = pick(till.money, which);
      if (!one) return;
      const [fee, availableOn] = [Math.min(one.cents, days * 3), addDays(TODAY, days)];
      const event = { paymentId: one.gatewayPaymentId, feeCents: fee, availableOn };
      await tell(till, one.gateway, { type: 'payment_priced', ...event });
      till.books.add(one.gateway, one.availableOn, one.fee - one.cents);
      till.books.add(one.gateway, availableOn, one.cents - fee);
      Object.assign(one, { fee, availableOn });
    },

    async refund(till, { which, cents }) {
      const one = pick(till.money, which);
      if (!one) return;
      const amount = Math.min(cents, one.cents - one.refunded) / 100;
      if (amount <= 0) return;
      const { invoice_id } = await read<{ invoice_id: number }>(till.store, `/api/v1/payments/${one.id}`);
      const body = { amount, payment_id: one.id };
      const refund = await ask<{ id: number }>(till.store, `/api/v1/invoices/${invoice_id}/refunds`, body);
      if (!refund) return;
      const event = { refundId: refund.id, gatewayRefundId: `re_${refund.id}` };
      await tell(till, one.gateway, { type: 'refund_confirmed', ...event });
      const refunded = Math.round(amount * 100);
      one.refunded += refunded;
      till.books.add(one.gateway, TODAY, -refunded);
      till.refunds.set(refund.id, { ...one, cents: refunded });
    },

    async 'refund fails'(till, { which }) {
      const [id, { gateway, cents, gatewayPaymentId } = {} as Money] = pick([...till.refunds], which) ?? [];
      if (id === undefined) return;
      await tell(till, gateway, { type: 'refund_refused', refundId: id, reason: 'account_closed' });
      till.refunds.delete(id);
      till.money.find((one) => one.gatewayPaymentId === gatewayPaymentId)!.refunded -= cents;
      till.books.add(gateway, TODAY, cents);
    },

    async dispute(till, { which, cents }) {
      const one = pick(till.money, which);
      if (!one || one.hasDispute) return;
      const amountCents = Math.min(cents, one.cents);
      await tell(till, one.gateway, disputeOf(one, 'open', amountCents));
      Object.assign(one, { disputed: amountCents, hasDispute: true });
      till.books.add(one.gateway, TODAY, -amountCents);
      till.books.disputed += amountCents;
    },

    async 'dispute ends'(till, { which, flag }) {
      const one = pick(
        till.money.filter(({ disputed }) => disputed > 0),
        which,
      );
      if (!one) return;
      await tell(till, one.gateway, disputeOf(one, flag ? 'won' : 'lost', one.disputed));
      const lost = flag ? 0 : Math.min(one.disputed, one.cents - one.refunded);
      till.books.add(one.gateway, TODAY, one.disputed - lost);
      till.books.disputed -= one.disputed;
      one.refunded += lost;
      one.disputed = 0;
    },

    async external(till, { which, cents }) {
      const { id } = till.invoices[which % 3]!;
      const body = { method: 'cash', amount: cents / 100 };
      if (await ask(till.store, `/api/v1/invoices/${id}/external-payments`, body)) till.books.external += cents;
    },

    async reverse(till, { which }) {
      const { data } = await read<{ data: { id: number; amount: number }[] }>(
        till.store,
        '/api/v1/payments?gateway=external',
      );
      const one = pick(data, which);
      if (!one || !(await ask(till.store, `/api/v1/payments/${one.id}/reversal`, { reason: 'a mistake' }))) return;
      till.books.external -= Math.round(one.amount * 100);
    },

    async credit(till, { which, cents }) {
      const body = { amount: cents / 100, reason: 'late' };
      await ask(till.store, `/api/v1/invoices/${till.invoices[which % 3]!.id}/credit-notes`, body);
    },

    async 'write off'(till, { which }) {
      await ask(till.store, `/api/v1/invoices/${till.invoices[which % 3]!.id}/write-off`, { reason: 'gone' });
    },

    async payout(till, { gateway, cents }) {
      const news = { gatewayPayoutId: `po_${told}`, amountCents: cents, arrivesOn: TODAY, failureReason: null };
      await tell(till, gateway, { type: 'payout', status: 'pending', ...news });
      await tell(till, gateway, { type: 'payout', status: 'paid', ...news });
      till.books.add(gateway, TODAY, -cents);
      till.books.bank += cents;
    },

    async 'payout fails'(till, { gateway, cents }) {
      const news = { gatewayPayoutId: `po_${told}`, amountCents: cents, arrivesOn: TODAY };
      await tell(till, gateway, { type: 'payout', status: 'paid', ...news, failureReason: null });
      await tell(till, gateway, { type: 'payout', status: 'failed', ...news, failureReason: 'account_closed' });
    },
  };

  async function checkBooks({ store, books }: Till): Promise<Balance> {
    const balance = await read<Balance>(store, '/api/v1/balance');
    const expected = GATEWAYS.map((gateway) => ({ gateway, ...books.shown(gateway) }));
    const cents = (reais: number): number => Math.round(reais * 100);
    const shown = GATEWAYS.map((name) => {
      const one = balance.gateways.find(({ gateway }) => gateway === name);
      return { gateway: name, available: cents(one?.available ?? 0), pending: cents(one?.pending ?? 0) };
    });
    expect(shown).toEqual(expected);
    expect(cents(balance.disputed)).toBe(books.disputed);
    const [bank] = await sumsOf(store, 'bank');
    const [external] = await sumsOf(store, 'external');
    expect({ bank, external }).toEqual({ bank: books.bank, external: books.external });
    expect(await sumsOf(store)).toEqual([0]);
    return balance;
  }

  async function sumsOf({ companyId }: TestStore, account?: string): Promise<number[]> {
    const rows = await world.current.database.query<{ cents: string }>(
      `select coalesce(sum(amount_cents), 0) as cents from ledger_entries
       where company_id = $1 and ($2::text is null or account = $2)`,
      [companyId, account ?? null],
    );
    return rows.map(({ cents }) => Number(cents));
  }

  const prove = async ({ companyId }: TestStore) => {
    const { posted, differences } = await proveLedger(orm.em, { after: 0 });
    return { posted, differences: [...differences, ...(await proveTotals(orm.em, companyId))] };
  };

  test(
    'balances, agrees with the record and with a model of the books, and is made anew of the record alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (acts) => {
          const till = await open();
          for (const given of acts) await ACTS[given.kind](till, given);
          const balance = await checkBooks(till);
          expect(await prove(till.store)).toEqual({ posted: 0, differences: [] });

          // The record of a version that had no ledger: payouts are news of the gateway, and are none of an invoice.
          const { database } = world.current;
          await database.query(`alter table ledger_entries disable trigger ledger_entries_kept`);
          await database.query(`delete from ledger_entries where invoice_id is not null`);
          await database.query(`alter table ledger_entries enable trigger ledger_entries_kept`);
          await database.query(`alter table ledger_transactions disable trigger ledger_transactions_kept`);
          await database.query(`delete from ledger_transactions where invoice_id is not null`);
          await database.query(`alter table ledger_transactions enable trigger ledger_transactions_kept`);
          await database.query(`delete from ledger_totals`);
          await database.query(
            `insert into ledger_totals (company_id, environment, kind, account, gateway, counts_on, debit_cents, credit_cents)
             select company_id, environment, kind, account, coalesce(gateway, ''), counts_on,
               sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0)) from ledger_entries group by 1, 2, 3, 4, 5, 6`,
          );
          expect((await prove(till.store)).differences).toEqual([]);
          expect(await checkBooks(till)).toEqual(balance);
          expect(await prove(till.store)).toEqual({ posted: 0, differences: [] });
        }),
        modelRuns(6),
      );
    },
    MODEL_TIMEOUT_MS,
  );
});

function disputeOf(
  { gatewayPaymentId: paymentId }: Money,
  status: 'open' | 'won' | 'lost',
  amountCents: number,
): WithoutId<GatewayEvent> {
  return {
    ...{ type: 'dispute', paymentId, gatewayDisputeId: `dp_${paymentId}`, status, amountCents, reason: 'fraudulent' },
    ...{ answerUntil: null, saidAt: new Date().toISOString() },
  };
}
