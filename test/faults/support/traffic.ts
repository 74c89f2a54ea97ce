import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Chance } from './chance.ts';
import type { Answer, Client } from './client.ts';
import { PRICE_CENTS, type FaultStore } from './stores.ts';
import type { Till } from './till.ts';

export type Method = 'pix' | 'boleto' | 'card';

/** The plan of its payer and its store for an invoice. */
export type Plan = 'leave' | 'pay' | 'refuse' | 'refuse_then_pay' | 'cancel' | 'refund' | 'refund_in_part';

/** An invoice in the ledger of whoever had it made: what was asked for, and what was answered. */
export interface Bill {
  /** The Idempotency-Key and the external reference that it was made with. */
  key: string;
  store: FaultStore;
  method: Method;
  plan: Plan;
  totalCents: number;
  /** Once its making was answered. */
  id: number | null;
  /** The store's cancellation was answered with 200. */
  canceled: boolean;
  /** The sandbox's gateway was told of this end last. */
  simulated: 'confirmed' | 'refused' | null;
  /** Cents of each refund that was answered with 201. */
  refunds: number[];
  /** Why its life could not go on, which nothing of the plan explains. */
  stuck: string | null;
  /** The acts so far, for the reader of a check that failed. */
  lines: string[];
}

export interface Traffic {
  bills: readonly Bill[];
  /** Ends once every invoice that was begun has had its life. */
  stop(): Promise<void>;
}

interface TrafficDeps {
  client: Client;
  till: Till;
  stores: readonly FaultStore[];
  chance: Chance;
}

/**
 * Beyond the minute between two tries of a charge, and the two for which a gateway is left alone that works on one
 * still.
 */
const CHARGE_PATIENCE_MS = 240_000;
const LOOK_MS = 100;
const PAUSE_MS = 400;

export interface TrafficOptions {
  lanes: number;
  /** The name in the invoices' keys. */
  name: string;
  /** Only stores that collect with this gateway. */
  gateway?: FaultStore['gateway'];
}

/** Payers and stores: so many invoices at once, one after the other, each with a life that chance has chosen. */
export function startTraffic(deps: TrafficDeps, { lanes, name }: TrafficOptions): Traffic {
  const bills: Bill[] = [];
  let stopped = false;
  const lane = async (number: number): Promise<void> => {
    for (let turn = 0; !stopped; turn += 1) {
      const chance = deps.chance.of(`${name}/${number}/${turn}`);
      const bill = chooseBill(deps, chance, `${name}-${number}-${turn}`);
      bills.push(bill);
      await live(deps, bill, chance).catch((error: unknown) => {
        bill.stuck = String(error);
      });
      await sleep(chance.between(0, PAUSE_MS));
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return {
    bills,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** The plan of a bill of `startLives`. */
export interface Life {
  gateway: FaultStore['gateway'];
  method: Method;
  plan: Plan;
}

/**
 * Lives that are not left to chance. Each stops once, before the first thing that follows the invoice's making, or
 * before its refund, until the gate is opened.
 */
export function startLives(
  deps: TrafficDeps,
  { lives, name }: { lives: readonly Life[]; name: string },
): { bills: readonly Bill[]; areAtGate: Promise<void>; openGate: () => void; areDone: Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const started = lives.map(({ gateway, method, plan }, number) => {
    const chance = deps.chance.of(`${name}/${number}`);
    const store = deps.stores.find((one) => one.gateway === gateway)!;
    const bill = newBill({ key: `${name}-${number}`, store, method, plan, totalCents: PRICE_CENTS * 2 });
    const isAtGate = Promise.withResolvers<void>();
    const isDone = live(deps, bill, chance, () => {
      isAtGate.resolve();
      return gate.promise;
    })
      .catch((error: unknown) => {
        bill.stuck = String(error);
      })
      .finally(isAtGate.resolve);
    return { bill, isAtGate: isAtGate.promise, isDone };
  });
  return {
    bills: started.map(({ bill }) => bill),
    areAtGate: Promise.all(started.map(({ isAtGate }) => isAtGate)).then(() => undefined),
    openGate: gate.resolve,
    areDone: Promise.all(started.map(({ isDone }) => isDone)).then(() => undefined),
  };
}

function chooseBill({ stores }: TrafficDeps, chance: Chance, key: string): Bill {
  const store = chance.one(stores);
  const method = chance.one(['pix', 'boleto', 'card'] as const);
  const totalCents = PRICE_CENTS * chance.between(1, 4);
  return newBill({ key, store, method, plan: chance.one(plansOf(store, method)), totalCents });
}

function newBill(bill: Pick<Bill, 'key' | 'store' | 'method' | 'plan' | 'totalCents'>): Bill {
  return { ...bill, id: null, canceled: false, simulated: null, refunds: [], stuck: null, lines: [] };
}

/** A boleto is not refunded at Stripe; and the payer of one cannot be refused by a bank. */
function plansOf({ gateway }: FaultStore, method: Method): Plan[] {
  const plans: Plan[] = ['leave', 'pay', 'pay', 'cancel'];
  if (method === 'card') plans.push('refuse', 'refuse_then_pay');
  if (method === 'pix') plans.push('refuse_then_pay');
  if (method !== 'boleto' || gateway === 'sandbox') plans.push('refund', 'refund_in_part');
  return plans;
}

async function live(deps: TrafficDeps, bill: Bill, chance: Chance, gate?: () => Promise<void>): Promise<void> {
  const { store, method, plan, totalCents, key } = bill;
  const post = poster(deps, bill, chance);
  const made = await post('make', '/invoices', {
    ...{ customer_id: store.customerId, payment_method: method, external_reference: key },
    products: [{ product_id: store.productId, quantity: totalCents / PRICE_CENTS }],
  });
  if (made.status !== 201) throw new Error(`it was not made: ${made.status} ${String(made.body.code)}`);
  bill.id = Number(made.body.id);
  const isRefund = plan === 'refund' || plan === 'refund_in_part';
  await (gate && !isRefund ? gate() : sleep(chance.between(0, PAUSE_MS)));
  if (plan === 'leave') return;
  if (plan === 'cancel') {
    const { status } = await post('cancel', `/invoices/${bill.id}/cancel`, {});
    bill.canceled = status === 200;
    return;
  }
  const payer = store.gateway === 'stripe' ? payerAtTill(deps, bill) : payerAtSandbox(bill, post);
  if (plan !== 'pay' && !isRefund) await payer.refuse(post);
  if (plan === 'refuse') return;
  await payer.pay(post);
  if (!isRefund) return;
  await untilPaid(deps, bill);
  await gate?.();
  const cents = plan === 'refund' ? totalCents : PRICE_CENTS / 2;
  const { status } = await post('refund', `/invoices/${bill.id}/refunds`, { amount: cents / 100 });
  if (status === 201) bill.refunds.push(cents);
}

type Post = (what: string, path: string, body: object) => Promise<Answer>;

function poster({ client }: TrafficDeps, bill: Bill, chance: Chance): Post {
  return async (what, path, body) => {
    const answer = await client.post(bill.store.token, path, body, { key: `${bill.key}-${what}`, chance });
    const code = answer.status < 300 ? '' : ` ${String(answer.body.code)}`;
    bill.lines.push(`${new Date().toISOString()} ${what}: ${answer.status}${code}`);
    return answer;
  };
}

interface Payer {
  refuse(post: Post): Promise<void>;
  pay(post: Post): Promise<void>;
}

/** The sandbox plays payer and gateway itself. */
function payerAtSandbox(bill: Bill, post: Post): Payer {
  const play = async (post: Post, outcome: 'confirmed' | 'refused'): Promise<void> => {
    const { status } = await post(outcome, `/sandbox/invoices/${bill.id}/payment`, { outcome });
    if (status >= 300) throw new Error(`the sandbox did not play ${outcome}: ${status}`);
    bill.simulated = outcome;
  };
  return { refuse: () => play(post, 'refused'), pay: () => play(post, 'confirmed') };
}

function payerAtTill({ till, client }: TrafficDeps, bill: Bill): Payer {
  const { stripe } = till;
  const submit = async (post: Post, what: string, name: string): Promise<void> => {
    const card_token = stripe.registerCard(name);
    const { status, body } = await post(what, `/invoices/${bill.id}/payments`, { card_token });
    if (status >= 300) throw new Error(`the card was not taken: ${status} ${String(body.code)}`);
  };
  /** The newest charge that waits for its payer. */
  const waiting = async (): Promise<Stripe.PaymentIntent> => {
    const find = () => chargesOf(till, bill).findLast(({ status }) => status === 'requires_action');
    return waitFor(find, 'no charge waits at the gateway');
  };
  return {
    async refuse(post) {
      if (bill.method === 'card') {
        await submit(post, 'refuse', 'pm_card_visa_chargeDeclined');
        await waitFor(() => chargesOf(till, bill).length === 1, 'the card was not charged');
        return;
      }
      const { id } = await waiting();
      stripe.fail(id, { code: 'payment_intent_payment_attempt_failed' });
      bill.lines.push(`${new Date().toISOString()} the gateway refuses ${id}`);
      await waitFor(() => chargesOf(till, bill).length === 2, 'no fresh charge followed the refusal');
    },
    async pay(post) {
      if (bill.method === 'card') return payByCard(post);
      const { id } = await waiting();
      // Only once the charge is on record: who asks the gateway itself is told what was asked for.
      const mayErr = bill.method === 'pix' && bill.plan === 'pay';
      if (mayErr && (await client.read(bill.store.token, `/invoices/${bill.id}`))?.status === 'pending')
        till.letErr(id);
      stripe.succeed(id);
      bill.lines.push(`${new Date().toISOString()} the payer pays ${id}`);
    },
  };

  /** The refusal of the card before may not be known yet. */
  async function payByCard(post: Post): Promise<void> {
    await waitFor(async () => {
      const answer = await post(`pay-${bill.lines.length}`, `/invoices/${bill.id}/payments`, {
        card_token: stripe.registerCard('pm_card_visa'),
      });
      if (answer.status === 409) return false;
      if (answer.status >= 300) throw new Error(`the card was not taken: ${answer.status}`);
      return true;
    }, 'another card was not taken');
  }
}

export function chargesOf(till: Till, { id, store }: Bill): Stripe.PaymentIntent[] {
  return id === null ? [] : till.chargesOf({ companyId: store.companyId, invoiceId: id });
}

/** As the client system reads it. */
async function untilPaid({ client }: TrafficDeps, bill: Bill): Promise<void> {
  await waitFor(async () => {
    const invoice = await client.read(bill.store.token, `/invoices/${bill.id}`);
    return invoice?.status === 'paid';
  }, 'it was not paid');
}

async function waitFor<T>(find: () => T | Promise<T>, complaint: string): Promise<NonNullable<T>> {
  for (const end = Date.now() + CHARGE_PATIENCE_MS; ;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${complaint} within ${CHARGE_PATIENCE_MS / 1000} s`);
    await sleep(LOOK_MS);
  }
}
