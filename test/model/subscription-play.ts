/* eslint jest/no-standalone-expect: off -- what a test plays, and compares after each act */
import { expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Store } from '../../src/base/environment.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { Customer } from '../../src/catalog/customers/customer.entity.ts';
import { applyEvent } from '../support/apply-event.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { createSandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { Product } from '../../src/catalog/products/product.entity.ts';
import { cancelSubscription } from '../../src/subscriptions/cancel-subscription.ts';
import { createSubscription } from '../../src/subscriptions/create-subscription.ts';
import { passStep } from '../../src/subscriptions/pass-step.ts';
import { pauseSubscription, resumeSubscription } from '../../src/subscriptions/pause-subscription.ts';
import { readSubscriptionNews } from '../../src/subscriptions/read-subscription-news.ts';
import { retryCharge, retryNow } from '../../src/subscriptions/retry-charge.ts';
import { settleCharge } from '../../src/subscriptions/settle-charge.ts';
import { startCycle } from '../../src/subscriptions/start-cycle.ts';
import type { TestDatabase } from '../support/database.ts';
import { plusDays } from '../support/expected-cycles.ts';
import { TEST_KEYS } from '../support/world.ts';
import { refusalOf } from './refusal-of.ts';
import {
  dayOf,
  GRACE_DAYS,
  RETRY_DAYS,
  SubscriptionModel,
  type Step,
  type SubscriptionTerms,
} from './subscription-model.ts';

const MINUTE_MS = 60_000;
const PRICE_CENTS = 49_90;

/** As those of an invoice: a `pick` chooses among those there are. */
export type SubscriptionAct =
  | { who: 'clock'; minutes: number }
  /** Until the next step is due, and so many minutes more. */
  | { who: 'clock'; minutesAfterStep: number }
  | { who: 'store'; does: 'pause'; forDays: number | null }
  | { who: 'store'; does: 'resume' }
  | { who: 'store'; does: 'retry' }
  | { who: 'store'; does: 'cancel'; when: 'now' | 'period_end'; invoices: 'cancel' | 'keep' }
  | { who: 'gateway'; does: 'pay' | 'refuse'; pick: number }
  | { who: 'workflow'; which: 'due' | 'due_twice_at_once' | 'ordered_ever'; pick: number };

export function subscriptionActs(): fc.Arbitrary<SubscriptionAct>[] {
  const pick = fc.nat({ max: 5 });
  const which = fc.constantFrom(...(['due', 'due', 'due', 'due_twice_at_once', 'ordered_ever'] as const));
  const workflow = fc.record({ who: fc.constant('workflow' as const), which, pick });
  const charge = (...does: ('pay' | 'refuse')[]) =>
    fc.record({ who: fc.constant('gateway' as const), does: fc.constantFrom(...does), pick });
  const forDays: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 1, max: 40 }));
  const toStep = fc.record({ who: fc.constant('clock' as const), minutesAfterStep: fc.constantFrom(-1, 0, 0, 0, 700) });
  const store = fc.constant('store' as const);
  return [
    ...[workflow, workflow, workflow, workflow, toStep, toStep, toStep],
    ...[charge('pay', 'refuse'), charge('refuse'), charge('refuse')],
    fc.record({ who: fc.constant('clock' as const), minutes: fc.constantFrom(1, 600, 1_440, 5 * 1_440, 20 * 1_440) }),
    fc.record({ who: store, does: fc.constant('pause' as const), forDays }),
    fc.record({ who: store, does: fc.constantFrom(...(['resume', 'resume', 'retry'] as const)) }),
    fc.record({
      ...{ who: store, does: fc.constant('cancel' as const) },
      when: fc.constantFrom('now' as const, 'period_end' as const, 'period_end' as const),
      invoices: fc.constantFrom('cancel' as const, 'keep' as const),
    }),
  ];
}

/** Ends of months, one of a leap year's February. */
export function subscriptionTerms(): fc.Arbitrary<SubscriptionTerms> {
  return fc.constantFrom('week' as const, 'month' as const).chain((interval) =>
    fc.record({
      begins: fc.nat({ max: 800 }).map((days) => plusDays('2027-01-01', days)),
      interval: fc.constant(interval),
      anchorDay: interval === 'week' ? fc.integer({ min: 1, max: 7 }) : fc.constantFrom(1, 15, 28, 29, 30, 31),
      trialDays: fc.constantFrom(0, 0, 1, 10),
      cycles: fc.option(fc.integer({ min: 1, max: 4 })),
      givesUp: fc.boolean(),
    }),
  );
}

type Bench = Awaited<ReturnType<typeof createSubscriptionBench>>;

/** Two stores: one keeps a subscription that stays unpaid, the other gives it up. */
export async function createSubscriptionBench({ orm, database }: { orm: MikroORM; database: TestDatabase }) {
  const secrets = createSecretBox(TEST_KEYS);
  const sandbox = createSandboxGateway({ em: orm.em, secrets, callbackUrl: 'http://x', publicUrl: 'http://x' });
  const gateways = createGatewayRegistry({ sandbox, secrets, providers: [] });
  const now = new Date('2026-01-01T12:00:00Z');
  const createStore = async (dunningAction: 'keep' | 'cancel') => {
    const em = orm.em.fork();
    const dunning = { dunningAction, dunningRetryDays: RETRY_DAYS, dunningGraceDays: GRACE_DAYS };
    const { company } = await createCompany(em, { name: 'Padaria Estrela', city: 'São Paulo', ...dunning, now });
    const store: Store = { companyId: company.id, environment: 'sandbox' };
    const common = { metadata: {}, active: true, createdAt: now, updatedAt: now };
    const customer = em.create(Customer, {
      ...{ ...store, name: 'Ana Souza', email: 'ana@example.com', document: null, phone: null, address: null },
      ...{ externalReference: null, ...common },
    });
    const product = em.create(Product, {
      ...{ ...store, name: 'Pão de queijo', description: null, priceCents: PRICE_CENTS, sku: null, ...common },
    });
    await em.flush();
    return { store, customerId: customer.id, productId: product.id };
  };
  const [keeping, givingUp] = [await createStore('keep'), await createStore('cancel')];
  return { em: orm.em, database, secrets, gateways, gateway: sandbox.name, keeping, givingUp };
}

/** A subscription, played on the record and in the model at once, and compared after every act. */
export class SubscriptionPlay {
  private readonly bench: Bench;
  private readonly store: Store;
  private readonly subscriptionId: number;
  private readonly model: SubscriptionModel;
  private readonly ordered = new Map<string, Step>();
  private now: number;
  private made = 0;
  private cycles: { id: number; attempts: number[] }[] = [];

  private constructor(
    bench: Bench,
    made: { store: Store; subscriptionId: number; terms: SubscriptionTerms; at: number },
  ) {
    this.bench = bench;
    this.store = made.store;
    this.subscriptionId = made.subscriptionId;
    this.now = made.at;
    this.model = new SubscriptionModel(made.terms, made.at);
  }

  static async begin(bench: Bench, terms: SubscriptionTerms): Promise<SubscriptionPlay> {
    const { store, customerId, productId } = terms.givesUp ? bench.givingUp : bench.keeping;
    const at = Date.parse(`${terms.begins}T15:00:00Z`);
    const { interval, anchorDay, trialDays, cycles } = terms;
    const { id: subscriptionId } = await createSubscription(depsAt(bench, at), {
      store,
      input: {
        ...{ customerId, products: [{ productId, quantity: 1 }], paymentMethod: 'card', cardToken: 'tok_undecided' },
        ...{ interval, intervalCount: 1, anchorDay, trialDays, cycles, startDate: null, endDate: null },
        ...{ daysBeforeDue: null, description: null, externalReference: null, metadata: {} },
      },
    });
    const play = new SubscriptionPlay(bench, { store, subscriptionId, terms, at });
    await play.compare();
    return play;
  }

  can(act: SubscriptionAct): boolean {
    if (act.who === 'gateway') return this.chargeable(act.does).length > 0;
    if (act.who === 'workflow') return this.steps(act.which).length > 0;
    if (act.who === 'clock' && 'minutesAfterStep' in act) {
      const { next } = this.model;
      return next !== null && next.at + act.minutesAfterStep * MINUTE_MS > this.now;
    }
    return true;
  }

  async do(act: SubscriptionAct): Promise<void> {
    switch (act.who) {
      case 'clock':
        if ('minutes' in act) this.now += act.minutes * MINUTE_MS;
        else this.now = this.model.next!.at + act.minutesAfterStep * MINUTE_MS;
        break;
      case 'store':
        await this.storeDoes(act);
        break;
      case 'gateway':
        await this.gatewayDoes(act);
        break;
      case 'workflow': {
        const step = choose(this.steps(act.which), act.pick);
        const times = act.which === 'due_twice_at_once' ? 2 : 1;
        await Promise.all(Array.from({ length: times }, () => this.take(step)));
        this.model.take(step, this.now);
      }
    }
    await this.compare();
  }

  private steps(which: string): Step[] {
    const { next } = this.model;
    const known = which === 'ordered_ever' ? [...this.ordered.values()] : next ? [next] : [];
    return known.filter(({ at }) => at <= this.now);
  }

  /** Money may come for any invoice that is not paid; only a charge that is under way is refused. */
  private chargeable(does: 'pay' | 'refuse'): number[] {
    return this.model.cycles.flatMap(({ invoice, hasCharge }, index) =>
      (does === 'pay' ? invoice !== 'paid' : hasCharge) ? [index] : [],
    );
  }

  private async storeDoes(act: Extract<SubscriptionAct, { who: 'store' }>): Promise<void> {
    const { model, now } = this;
    const deps = depsAt(this.bench, now);
    const whose = { store: this.store, subscriptionId: this.subscriptionId };
    switch (act.does) {
      case 'pause': {
        const resumeDate = act.forDays === null ? null : plusDays(dayOf(now), act.forDays);
        const refusal = await refusalOf(pauseSubscription(deps, { ...whose, resumeDate }));
        return expect(refusal).toBe(model.pause(resumeDate, now));
      }
      case 'resume':
        return expect(await refusalOf(resumeSubscription(deps, whose))).toBe(model.resume(now));
      case 'retry':
        return expect(await refusalOf(retryNow(deps, { ...whose, cardToken: null }))).toBe(model.retryNow());
      case 'cancel': {
        const { when, invoices } = act;
        const refusal = await refusalOf(cancelSubscription(deps, { ...whose, when, invoices }));
        return expect(refusal).toBe(model.cancel(when, invoices));
      }
    }
  }

  private async gatewayDoes({ does, pick }: Extract<SubscriptionAct, { who: 'gateway' }>): Promise<void> {
    const index = choose(this.chargeable(does), pick);
    const at = new Date(this.now);
    const made = `${this.subscriptionId}-${++this.made}`;
    const about = { id: `event-s${made}`, attemptId: this.cycles[index]!.attempts.at(-1)! };
    const money = { paymentId: `pay-s${made}`, amountCents: PRICE_CENTS, paidAt: at.toISOString() };
    const event =
      does === 'pay'
        ? { ...about, type: 'payment_confirmed' as const, ...money }
        : { ...about, type: 'payment_refused' as const, reason: 'insufficient_funds' };
    const { em, gateway } = this.bench;
    expect(await applyEvent(em, { store: null, gateway, event, at })).toBe('applied');
    this.model[does](index);
  }

  private take(step: Step): Promise<void> {
    const { bench, subscriptionId } = this;
    const common = { subscriptionId, at: new Date(this.now) };
    switch (step.kind) {
      case 'start_cycle':
        return startCycle(bench, { ...common, dueDate: step.dueDate });
      case 'settle_charge':
        return settleCharge(bench.em, { ...common, cycleId: this.cycles[step.cycle]!.id });
      case 'retry_charge':
        return retryCharge(bench, { ...common, cycleId: this.cycles[step.cycle]!.id });
      default:
        return passStep(bench.em, { ...common, kind: step.kind });
    }
  }

  private async compare(): Promise<void> {
    const { model, subscriptionId } = this;
    const [row] = await this.bench.database.query<{ record: RecordOfSubscription }>(READ_RECORD, [subscriptionId]);
    const { ids, event_numbers: numbers, ...record } = row!.record;
    this.cycles = ids;
    expect(record).toEqual({
      status: model.status,
      next_due: model.nextDue,
      invoices: model.cycles.length,
      cycles: model.cycles.map(({ due, periodEnd, state, failures, nextAttemptAt, invoice, hasCharge }, index) => ({
        ...{ number: index + 1, due, period_end: periodEnd, state, failures, invoice, charges: hasCharge ? 1 : 0 },
        next_attempt_ms: nextAttemptAt,
      })),
      events: model.events,
    });
    expect(numbers).toEqual(model.events.map((_, index) => index + 1));
    const [news] = await readSubscriptionNews(this.bench.em, [subscriptionId]);
    const { next } = model;
    if (next) this.ordered.set(JSON.stringify(next), next);
    expect(news!.next).toEqual(next && this.toNews(next));
  }

  private toNews(step: Step) {
    if (step.kind === 'settle_charge') {
      return { kind: step.kind, cycleId: this.cycles[step.cycle]!.id, at: expect.any(String) };
    }
    const at = new Date(step.at).toISOString();
    if (step.kind === 'retry_charge') return { kind: step.kind, cycleId: this.cycles[step.cycle]!.id, at };
    return { ...step, at };
  }
}

interface RecordOfSubscription {
  ids: { id: number; attempts: number[] }[];
  event_numbers: number[];
}

const READ_RECORD = `
  select json_build_object('status', s.status, 'next_due', s.next_due_date,
    'invoices', (select count(*) from invoices where subscription_id = s.id),
    'ids', (select coalesce(json_agg(json_build_object('id', c.id, 'attempts',
        array(select id from payment_attempts where invoice_id = c.invoice_id order by number)) order by c.due_date), '[]')
      from subscription_cycles c where c.subscription_id = s.id),
    'cycles', (select coalesce(json_agg(json_build_object('number', c.number, 'due', c.due_date, 'period_end', c.period_end,
        'state', c.state, 'failures', c.failures, 'invoice', i.status,
        'charges', (select count(*) from payment_attempts where invoice_id = i.id and state = 'pending'),
        'next_attempt_ms', extract(epoch from c.next_attempt_at) * 1000) order by c.due_date), '[]')
      from subscription_cycles c join invoices i on i.id = c.invoice_id where c.subscription_id = s.id),
    'events', (select json_agg(type order by id) from events where resource_type = 'subscription' and resource_id = s.id),
    'event_numbers', array(select sequence from events where resource_type = 'subscription' and resource_id = s.id order by id)
  ) as record
  from subscriptions s where s.id = $1`;

function depsAt({ em, secrets, gateways }: Bench, now: number) {
  return { em, secrets, gateways, clock: { now: () => Promise.resolve(new Date(now)) } };
}

function choose<T>(list: T[], pick: number): T {
  return list[pick % list.length]!;
}
