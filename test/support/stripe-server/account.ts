import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { invalidRequest } from './failure.ts';
import type { CardConduct } from './test-cards.ts';

export type PaymentType = 'card' | 'pix' | 'boleto';

export const ACCOUNT_ID = 'acct_1FaturaTestServer';
export const API_VERSION = '2026-10-28.endive';

/** The request on whose account an event happened; what a payer or a bank does comes without one. */
export interface Cause {
  id: string;
  idempotency_key: string | null;
}

/** The parts that both modes of the account share. */
export interface Shared {
  now: () => number;
  events: Stripe.Event[];
  installments: number[];
}

/** All that one mode of the account holds: the other mode does not see it. */
export interface Mode {
  live: boolean;
  shared: Shared;
  other: Mode;
  cause: Cause | null;
  customers: Map<string, Stripe.Customer>;
  paymentMethods: Map<string, Stripe.PaymentMethod>;
  /** How the bank behaves behind a card. */
  conducts: Map<string, CardConduct>;
  /** Those that were charged without a customer, and cannot be again. */
  consumed: Set<string>;
  intents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  files: Map<string, Stripe.File>;
  balanceTransactions: Map<string, Stripe.BalanceTransaction>;
  payouts: Map<string, Stripe.Payout>;
  /** The payout that a balance transaction is in, by its id. */
  paidOut: Map<string, string>;
}

export function createModes(shared: Shared): { test: Mode; live: Mode } {
  const test = createMode(false, shared);
  const live = createMode(true, shared);
  test.other = live;
  live.other = test;
  return { test, live };
}

function createMode(live: boolean, shared: Shared): Mode {
  const mode = {
    live,
    shared,
    cause: null,
    customers: new Map(),
    paymentMethods: new Map(),
    conducts: new Map(),
    consumed: new Set(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    files: new Map(),
    balanceTransactions: new Map(),
    payouts: new Map(),
    paidOut: new Map(),
  } as Partial<Mode>;
  return mode as Mode;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function seconds({ shared }: Mode): number {
  return Math.floor(shared.now() / 1000);
}

/** A stored object is never expanded: where an object might stand, its id does. */
export function idOf(reference: unknown): string {
  return typeof reference === 'string' ? reference : '';
}

export function copy<T>(value: T): T {
  return structuredClone(value);
}

/** An object of a mode by its id; the id of the other mode's is answered as Stripe does. */
export function findIn<K extends 'customers' | 'paymentMethods' | 'intents' | 'refunds' | 'disputes' | 'files'>(
  mode: Mode,
  kind: K,
  id: string,
  { param = 'id', status = 404 }: { param?: string; status?: number } = {},
): Mode[K] extends Map<string, infer T> ? T : never {
  type Found = Mode[K] extends Map<string, infer T> ? T : never;
  const found = mode[kind].get(id);
  if (found) return found as Found;
  const [there, here] = mode.live ? ['test', 'live'] : ['live', 'test'];
  const elsewhere = mode.other[kind].has(id) || (kind === 'paymentMethods' && mode.live && id.startsWith('pm_card_'));
  const hint = elsewhere
    ? `; a similar object exists in ${there} mode, but a ${here} mode key was used to make this request.`
    : '';
  const name = {
    ...{ customers: 'customer', paymentMethods: 'PaymentMethod', intents: 'payment_intent', refunds: 'refund' },
    ...{ disputes: 'dispute', files: 'file upload' },
  };
  throw invalidRequest(`No such ${name[kind]}: '${id}'${hint}`, { code: 'resource_missing', param }, status);
}

/** Appends an event that tells of the object as it is now. */
export function emit(mode: Mode, type: Stripe.Event['type'], object: unknown): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(mode),
    data: { object: copy(object) },
    livemode: mode.live,
    pending_webhooks: 1,
    request: mode.cause ?? { id: null, idempotency_key: null },
    type,
  };
  mode.shared.events.push(deepFreeze(event) as unknown as Stripe.Event);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
