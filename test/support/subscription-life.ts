import type { MikroORM } from '@mikro-orm/postgresql';
import type { Store } from '../../src/base/environment.ts';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { Customer } from '../../src/catalog/customers/customer.entity.ts';
import { ApiError } from '../../src/base/errors/errors.ts';
import { applyEvent } from './apply-event.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { createSandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';
import { Product } from '../../src/catalog/products/product.entity.ts';
import { createSubscription } from '../../src/subscriptions/create-subscription.ts';
import { passStep } from '../../src/subscriptions/pass-step.ts';
import { pauseSubscription, resumeSubscription } from '../../src/subscriptions/pause-subscription.ts';
import { readSubscriptionNews } from '../../src/subscriptions/read-subscription-news.ts';
import { retryCharge } from '../../src/subscriptions/retry-charge.ts';
import type { Rhythm } from '../../src/subscriptions/schedule.ts';
import { settleCharge } from '../../src/subscriptions/settle-charge.ts';
import { startCycle } from '../../src/subscriptions/start-cycle.ts';
import type { SubscriptionStep } from '../../src/subscriptions/subscription-news.ts';
import { updateSubscription } from '../../src/subscriptions/update-subscription.ts';
import type { TestDatabase } from './database.ts';
import {
  anchorFor,
  dayIn,
  dueDays,
  momentOn,
  plusDays,
  type AgreedTerms,
  type Happening,
  type StoreTime,
} from './expected-cycles.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const DAYS = { week: 7, month: 30, year: 365 } as const;
const PRICE_CENTS = 33_33;

/** The fate of a charge: `days` after it was made it is paid or refused, or nobody ever hears of it. */
export interface Fate {
  outcome: 'paid' | 'refused' | 'unheard';
  days: number;
}

export type Act =
  | { kind: 'pause'; resumesAfter: number | { duesAhead: number; days: number } | null }
  | { kind: 'resume' }
  | { kind: 'change'; interval?: Rhythm['interval']; intervalCount?: number; anchorDay?: number; quantity?: number }
  | { kind: 'outage'; periods: number };

/**
 * Something that somebody does: so many periods after the act before, so many minutes from the next step, or from the
 * renewal time of a due date that is to come.
 */
export interface Deed {
  when: { periods: number } | { minutesFromStep: number } | { duesAhead: number; minutes: number };
  act: Act;
}

/** A life of a subscription, from which everything follows: nothing else is left to chance. */
export interface Life {
  store: StoreTime;
  begins: { date: string; minute: number };
  interval: Rhythm['interval'];
  intervalCount: number;
  anchorDay: number | null;
  /** Null: today. */
  startsInDays: number | null;
  trialDays: number;
  end: { cycles: number } | { daysAfterFirst: number } | null;
  daysBeforeDue: number;
  paymentMethod: PaymentMethod;
  quantity: number;
  /** The fates of the charges, in turn. */
  fates: Fate[];
  deeds: Deed[];
}

export interface Lived {
  subscriptionId: number;
  terms: AgreedTerms;
  happenings: Happening[];
  /** Until when it was lived. */
  now: number;
}

/** Called after each step of the life, which `repeat` takes again. */
export type AfterStep = (context: {
  subscriptionId: number;
  step: SubscriptionStep;
  next: SubscriptionStep | null;
  now: number;
  take: (step: SubscriptionStep) => Promise<void>;
}) => Promise<void>;

interface PlayOptions {
  /** At least so many cycles, unless it ends before. */
  cycles: number;
  /** Take each step so often, at once. */
  atOnce?: number;
  afterStep?: AfterStep;
}

/** Lives on the record itself: the use cases, a clock that is set, and this in the place of the workflow. */
export function createLives({ orm, database }: { orm: MikroORM; database: TestDatabase }) {
  const secrets = createSecretBox(`test:${Buffer.alloc(32, 7).toString('base64')}`);
  const nowhere = { callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' };
  const sandbox = createSandboxGateway({ em: orm.em, secrets, ...nowhere });
  const deps = { em: orm.em, secrets, gateways: createGatewayRegistry({ sandbox, secrets, providers: [] }) };
  const stores = new Map<string, Promise<{ store: Store; customerId: number; productId: number }>>();
  let payments = 0;

  /** A store for each time of day in each zone. */
  const storeOf = (time: StoreTime) => {
    const key = `${time.timeZone} ${time.renewalTime}`;
    const made = stores.get(key) ?? createStore(orm, time);
    stores.set(key, made);
    return made;
  };

  async function readRow(id: number) {
    const [row] = await database.query<{
      status: string;
      interval: Rhythm['interval'];
      interval_count: number;
      anchor_day: number;
      next_due: string;
      paused: boolean;
      made: number;
    }>(
      `select status, interval, interval_count, anchor_day, next_due_date::text as next_due, paused_at is not null as paused, cycles_made as made
       from subscriptions where id = $1`,
      [id],
    );
    return row!;
  }

  async function readCharges(id: number) {
    return database.query<{ due: string; state: string; attempt: string; cents: string }>(
      `select cycle.due_date::text as due, cycle.state, attempt.id as attempt, attempt.amount_cents as cents
       from subscription_cycles as cycle join payment_attempts as attempt on attempt.invoice_id = cycle.invoice_id
       where cycle.subscription_id = $1 and attempt.state = 'pending' order by attempt.id`,
      [id],
    );
  }

  async function play(life: Life, { cycles, atOnce = 1, afterStep }: PlayOptions): Promise<Lived> {
    const { store, customerId, productId } = await storeOf(life.store);
    const { paymentMethod, interval, intervalCount, trialDays, daysBeforeDue } = life;
    let now =
      momentOn(life.begins.date, { ...life.store, renewalTime: '12:00' }) + (life.begins.minute - 720) * MINUTE_MS;
    const clock = { now: () => Promise.resolve(new Date(now)) };
    const startDate = plusDays(dayIn(life.store, now), life.startsInDays ?? 0);
    const chargedFrom = plusDays(startDate, trialDays);
    const anchorDay = life.anchorDay ?? anchorFor(interval, chargedFrom);
    const end = {
      cycles: life.end && 'cycles' in life.end ? life.end.cycles : null,
      endDate:
        life.end && 'daysAfterFirst' in life.end
          ? plusDays(dueDays({ interval, intervalCount, anchorDay }, chargedFrom).first, life.end.daysAfterFirst)
          : null,
    };
    const terms: AgreedTerms = {
      ...{ createdAt: now, chargedFrom, paymentMethod, daysBeforeDue, interval, intervalCount, anchorDay, ...end },
      amountCents: life.quantity * PRICE_CENTS,
    };
    const { id: subscriptionId } = await createSubscription(
      { ...deps, clock },
      {
        store,
        input: {
          ...{
            customerId,
            paymentMethod,
            interval,
            intervalCount,
            anchorDay: life.anchorDay,
            trialDays,
            daysBeforeDue,
          },
          products: [{ productId, quantity: life.quantity }],
          startDate: life.startsInDays === null ? null : startDate,
          ...end,
          cardToken: paymentMethod === 'card' ? 'tok_approved' : null,
          ...{ description: null, externalReference: null, metadata: {} },
        },
      },
    );

    const happenings: Happening[] = [];
    let { amountCents } = terms;
    let rhythm: Rhythm = terms;
    const periodMs = () => DAYS[rhythm.interval] * rhythm.intervalCount * DAY_MS;
    const take = (step: SubscriptionStep): Promise<void> => {
      const common = { subscriptionId, at: new Date(now) };
      switch (step.kind) {
        case 'start_cycle':
          return startCycle(deps, { ...common, dueDate: step.dueDate });
        case 'settle_charge':
          return settleCharge(orm.em, { ...common, cycleId: step.cycleId });
        case 'retry_charge':
          return retryCharge(deps, { ...common, cycleId: step.cycleId });
        case 'ask_debit':
        case 'request_mandate':
        case 'settle_mandate':
        case 'cancel_mandate':
          throw new Error('nothing of these lives is debited');
        default:
          return passStep(orm.em, { ...common, kind: step.kind });
      }
    };

    /** Charges whose fate is chosen, and when it comes. */
    const fates = new Map<string, { at: number; fate: Fate }>();
    async function chooseFates(): Promise<void> {
      for (const { attempt } of await readCharges(subscriptionId)) {
        if (fates.has(attempt)) continue;
        const fate = life.fates[fates.size % life.fates.length]!;
        fates.set(attempt, { at: fate.outcome === 'unheard' ? Infinity : now + fate.days * DAY_MS, fate });
      }
    }
    const coming = () => [...fates.entries()].sort(([, a], [, b]) => a.at - b.at)[0];
    async function meetFate(attempt: string, { outcome }: Fate): Promise<void> {
      fates.set(attempt, { at: Infinity, fate: { outcome, days: 0 } });
      const charge = (await readCharges(subscriptionId)).find((one) => one.attempt === attempt);
      if (!charge) return;
      const common = { id: `event-${++payments}`, attemptId: Number(attempt) };
      const said = new Date(now).toISOString();
      const event =
        outcome === 'paid'
          ? {
              ...{ ...common, type: 'payment_confirmed' as const, paymentId: `payment-${payments}` },
              ...{ amountCents: Number(charge.cents), paidAt: said },
            }
          : { ...common, type: 'payment_refused' as const, reason: 'insufficient_funds' };
      await applyEvent(orm.em, { store: null, gateway: sandbox.name, event, at: new Date(now) });
      if (outcome === 'paid') happenings.push({ kind: 'paid', at: now, dueDate: charge.due });
    }

    async function act(deed: Act): Promise<void> {
      const row = await readRow(subscriptionId);
      if (row.status === 'ended' || row.status === 'canceled') return;
      const whose = { store, subscriptionId };
      switch (deed.kind) {
        case 'pause': {
          const resumesOn = await chooseResumeDate(deed.resumesAfter);
          await pauseSubscription({ ...deps, clock }, { ...whose, resumeDate: resumesOn });
          happenings.push({ kind: 'paused', at: now, resumesOn });
          return;
        }
        case 'resume':
          if (!row.paused) return;
          await resumeSubscription({ ...deps, clock }, whose);
          happenings.push({ kind: 'resumed', at: now });
          return;
        case 'change': {
          const changed = {
            interval: deed.interval ?? row.interval,
            intervalCount: deed.intervalCount ?? row.interval_count,
            anchorDay: deed.anchorDay ?? row.anchor_day,
          };
          if (changed.interval === 'year') changed.intervalCount = Math.min(changed.intervalCount, 3);
          if (changed.interval === 'week') changed.anchorDay = ((changed.anchorDay - 1) % 7) + 1;
          const products = deed.quantity ? { products: [{ productId, quantity: deed.quantity }] } : {};
          try {
            await updateSubscription({ ...deps, clock }, { ...whose, changes: { ...changed, ...products } });
          } catch (error) {
            // A rhythm whose first day comes after the end date is refused.
            if (error instanceof ApiError && error.errors.some(({ field }) => field === 'end_date')) return;
            throw error;
          }
          rhythm = changed;
          if (deed.quantity) amountCents = deed.quantity * PRICE_CENTS;
          happenings.push({ kind: 'changed', at: now, rhythm, amountCents });
          return;
        }
        case 'outage': {
          const until = now + Math.floor((deed.periods * periodMs()) / MINUTE_MS) * MINUTE_MS;
          happenings.push({ kind: 'outage', at: now, until });
          now = until;
          return;
        }
      }
    }

    const deeds = [...life.deeds];
    let deedsFrom = now;
    let deedAt: number | null = null;
    await chooseFates();
    // A life is some dozens of steps; one that goes on for ever would be an error of its own.
    for (let turns = 0; turns < 300; turns += 1) {
      const [news] = await readSubscriptionNews(orm.em, [subscriptionId]);
      const next = news!.next;
      const stepAt = next ? Math.max(now, Date.parse(next.at)) : Infinity;
      const [attempt, { at: fateAt, fate } = { at: Infinity, fate: null }] = coming() ?? [];
      const deed = deeds[0];
      // Fixed as soon as the deed before is done, whatever comes first then.
      deedAt ??= deed ? await momentOf(deed, stepAt) : Infinity;
      const first = Math.min(stepAt, fateAt, deedAt);
      const isDone = first === Infinity || (!deed && first > now && (await readRow(subscriptionId)).made >= cycles);
      if (isDone) return { subscriptionId, terms, happenings, now };
      now = Math.max(now, first);
      if (next && stepAt === first) {
        await Promise.all(Array.from({ length: atOnce }, () => take(next)));
        if (next.kind === 'settle_charge') await noteClosed(next.cycleId);
        if (next.kind === 'start_cycle' || next.kind === 'retry_charge') await chooseFates();
        if (afterStep) {
          const [after] = await readSubscriptionNews(orm.em, [subscriptionId]);
          await afterStep({ subscriptionId, step: next, next: after!.next, now, take });
        }
      } else if (attempt !== undefined && fate && fateAt === first) {
        await meetFate(attempt, fate);
        await chooseFates();
      } else {
        deeds.shift();
        await act(deed!.act);
        await chooseFates();
        deedsFrom = now;
        deedAt = null;
      }
    }
    throw new Error(`Subscription ${subscriptionId} never rests.`);

    async function noteClosed(cycleId: number): Promise<void> {
      const [row] = await database.query<{ due: string }>(
        `select due_date::text as due from subscription_cycles where id = $1 and state in ('paid', 'unpaid')`,
        [cycleId],
      );
      if (row) happenings.push({ kind: 'closed', at: now, dueDate: row.due });
    }

    async function chooseResumeDate(after: Extract<Act, { kind: 'pause' }>['resumesAfter']): Promise<string | null> {
      if (after === null) return null;
      const today = dayIn(life.store, now);
      if (typeof after === 'number') return plusDays(today, 1 + Math.floor((after * periodMs()) / DAY_MS));
      const day = plusDays(await dueAhead(after.duesAhead), after.days);
      return day > today ? day : plusDays(today, 1);
    }

    /** A due date from today on, by the rhythm as it now is. */
    async function dueAhead(count: number): Promise<string> {
      const row = await readRow(subscriptionId);
      const { interval, interval_count: intervalCount, anchor_day: anchorDay } = row;
      const calendar = dueDays({ interval, intervalCount, anchorDay }, row.next_due);
      const today = dayIn(life.store, now);
      let due = calendar.first < today ? calendar.after(plusDays(today, -1)) : calendar.first;
      for (let index = 0; index < count; index += 1) due = calendar.after(due);
      return due;
    }

    async function momentOf({ when }: Deed, stepAt: number): Promise<number> {
      if ('duesAhead' in when) {
        return Math.max(now, momentOn(await dueAhead(when.duesAhead), life.store) + when.minutes * MINUTE_MS);
      }
      if ('periods' in when) return deedsFrom + Math.floor((when.periods * periodMs()) / MINUTE_MS) * MINUTE_MS;
      const around = stepAt === Infinity ? now + DAY_MS : stepAt;
      return Math.max(now, around + when.minutesFromStep * MINUTE_MS);
    }
  }

  return { play, readRow };
}

async function createStore(orm: MikroORM, { timeZone, renewalTime }: StoreTime) {
  const now = new Date('2015-01-01T12:00:00Z');
  const em = orm.em.fork();
  const policies = { timeZone, renewalTime, dunningRetryDays: [1, 3] };
  const { company } = await createCompany(em, { name: 'Padaria Estrela', city: 'São Paulo', ...policies, now });
  const store: Store = { companyId: company.id, environment: 'sandbox' };
  const times = { metadata: {}, active: true, createdAt: now, updatedAt: now };
  const customer = em.create(Customer, {
    ...{ ...store, name: 'Ana Souza', email: 'ana@example.com', document: null, phone: null, address: null },
    ...{ externalReference: null, ...times },
  });
  const product = em.create(Product, {
    ...{ ...store, name: 'Pão de queijo', description: null, priceCents: PRICE_CENTS, sku: null, ...times },
  });
  await em.flush();
  return { store, customerId: customer.id, productId: product.id };
}
