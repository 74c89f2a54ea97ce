import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { How } from '../support/stripe-server/faults.ts';
import type { Chance } from './support/chance.ts';
import { isAcknowledged, type Conduct, type PlannedCallback } from './support/courier.ts';
import type { Fault, FaultContext, Outcome } from './support/fault.ts';
import { engineOf, openScene, shorten } from './support/scene.ts';
import type { Till } from './support/till.ts';

const EXTENT = { quick: { seconds: 25, lanes: 4 }, whole: { seconds: 80, lanes: 5 } };
const DAY_SECONDS = 86_400;
const LATE_MS = { least: 500, most: 6_000 };
/** How far from the charge's amount the money is that arrived. */
const WRONG_BY_CENTS = [-3_000, -100, 1, 2_500];
/** Nobody has so many. */
const NO_ATTEMPT = '900000001';
/** How often an order is taken badly; and what becomes of a callback. */
const BADLY = 0.4;
const GOES_WRONG: readonly How[] = [
  'hang_after',
  'drop_after',
  'drop_after',
  '500_after',
  '500_after',
  'drop_before',
  '500_before',
  '409_lock',
  { status: 429, retryAfter: 1 },
  { delayMs: 1_500 },
];

/** A gateway that charges and does not answer, and tells what happened twice, late, in any order, or wrong. */
export const gateway: Fault = {
  name: 'gateway',
  async run(context: FaultContext): Promise<Outcome> {
    const { seconds, lanes } = context.quick ? EXTENT.quick : EXTENT.whole;
    const scene = await openScene(context, { conduct: (till) => badConduct(till, context.chance.of('callbacks')) });
    try {
      const mischief = startMischief(scene.till, context.chance.of('orders'));
      const traffic = scene.startTraffic({ lanes, name: 'gateway', gateway: 'stripe' });
      await sleep(seconds * 1_000);
      mischief.stop();
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const checks = await scene.check(traffic.bills);
      const { lines } = scene.courier;
      const believed = lines.filter(({ what, status }) => what.startsWith('forged') && status !== null && status < 400);
      const counts = Map.groupBy(lines, ({ what }) => what);
      return {
        checks: [
          ...checks,
          {
            name: 'nothing with a forged signature is believed',
            problems: shorten(believed.map(({ what, eventId, status }) => `${what} ${eventId}: ${status}`)),
          },
        ],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; orders that went wrong: ${mischief.count()}`,
          `callbacks: ${[...counts].map(([what, those]) => `${those.length} ${what}`).join(', ')}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/** Sees to it that some of the next orders of charges and refunds go wrong. */
function startMischief({ stripe }: Till, chance: Chance): { count(): number; stop(): void } {
  let faults = 0;
  let read = 0;
  const timer = setInterval(() => {
    // Each order that has come gets a decision, so that the share of those that go wrong is that of chance.
    for (; read < stripe.requests.length; read += 1) {
      const { method, path } = stripe.requests[read]!;
      if (method !== 'POST' || !/^\/v1\/(payment_intents|refunds)$/.test(path) || !chance.happens(BADLY)) continue;
      faults += 1;
      stripe.failNext({ method: 'POST', path, how: chance.one(GOES_WRONG) });
    }
  }, 50);
  return {
    count: () => faults,
    stop: () => clearInterval(timer),
  };
}

/** The callbacks about an event, decided by its place among all of them. */
function badConduct(till: Till, chance: Chance): Conduct {
  let told = 0;
  return (event) => {
    const own = chance.of(String(told++));
    const said = wrongAmount(till, event, own) ?? event;
    const truth = (what: string, afterMs = 0): PlannedCallback => ({
      event: said,
      afterMs,
      what,
      expects: isAcknowledged,
    });
    const late = own.between(LATE_MS.least, LATE_MS.most);
    const callbacks = own.one<() => PlannedCallback[]>([
      () => [truth('told')],
      () => [truth('told twice at once'), truth('told twice at once')],
      () => [truth('told'), truth('told again later', late)],
      () => [truth('told late, after others', late)],
      () => [{ ...truth('told days late', late), event: daysAgo(said, own.between(2, 20)) }],
    ])();
    return [...callbacks, ...lies(said, own)];
  };
}

/**
 * Callbacks that must come to nothing: refused where they are forged, and taken without effect where they are of
 * nothing of ours.
 */
function lies(event: Stripe.Event, chance: Chance): PlannedCallback[] {
  const isRefused = (status: number): boolean => status >= 400 && status < 500;
  const made: PlannedCallback[] = [];
  if (chance.happens(0.3)) {
    made.push({
      event,
      afterMs: 0,
      what: 'forged with another secret',
      secret: 'whsec_of_a_stranger',
      expects: isRefused,
    });
  }
  if (chance.happens(0.3)) {
    const tamper = (body: string): string =>
      body.replace(/"amount_received": \d+/, '"amount_received": 99999999') + ' ';
    made.push({ event, afterMs: 0, what: 'forged by other bytes', tamper, expects: isRefused });
  }
  if (chance.happens(0.3)) {
    made.push({ event: ofNobody(event), afterMs: 0, what: 'told of an unknown charge', expects: isAcknowledged });
  }
  return made;
}

/** The event of a Pix whose payer sent another amount than was asked for. From now on the ledger has that amount. */
function wrongAmount(till: Till, event: Stripe.Event, chance: Chance): Stripe.Event | null {
  if (event.type !== 'payment_intent.succeeded') return null;
  const { object } = event.data;
  if (!till.mayErr(object.id) || !chance.happens(0.3)) return null;
  const amount = object.amount_received + chance.one(WRONG_BY_CENTS);
  till.tell(object.id, amount);
  return changed(event, (copy) => Object.assign(copy.data.object, { amount_received: amount }));
}

function daysAgo(event: Stripe.Event, days: number): Stripe.Event {
  return changed(event, (copy) => {
    copy.created -= days * DAY_SECONDS;
  });
}

function ofNobody(event: Stripe.Event): Stripe.Event {
  return changed(event, (copy) => {
    const { object } = copy.data;
    copy.id = `${event.id}_of_nobody`;
    if ('metadata' in object && object.metadata) {
      const { metadata } = object;
      if (metadata.fatura_attempt) metadata.fatura_attempt = NO_ATTEMPT;
      if (metadata.fatura_refund) metadata.fatura_refund = NO_ATTEMPT;
    }
  });
}

function changed(event: Stripe.Event, change: (copy: Stripe.Event) => void): Stripe.Event {
  const copy = structuredClone(event);
  change(copy);
  return copy;
}
