import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../../banking/payment-method.ts';
import { Company } from '../../accounts/companies/company.entity.ts';
import { readShownClock } from '../../accounts/companies/store-clock.ts';
import type { Store } from '../../base/environment.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { readRow } from '../../base/db/entity-rows.ts';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import { reader } from '../../base/db/transaction.ts';
import {
  ApiError,
  conflict,
  forbidden,
  invalidFields,
  notFound,
  serviceUnavailable,
} from '../../base/errors/errors.ts';
import { fromCents } from '../../base/money/money.ts';
import { missingCents } from '../../invoices/amount-due.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { asksFixedAmount } from '../fixed-amount.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import type { Clock } from '../../base/time/clock.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import type { SandboxOutcome } from '../../invoices/payment.schema.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { READ_SIMULATED } from './simulate-payment.sql.ts';
import { submitPayment, type CardsOfSubscriptions } from '../submit-payment.ts';
import { notSimulated } from '../../gateways/check-simulated.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import type { SandboxEvent } from '../../gateways/sandbox/sandbox-callbacks.ts';
import { sandboxFee } from '../../gateways/sandbox/sandbox-fees.ts';
import { readLatestMandates } from '../mandates/read-mandates.ts';
import { sandboxAuthorization } from '../../gateways/sandbox/sandbox-mandates.ts';
import { ENDED_DISPUTE_STATUSES, type DisputeStatus } from '../../gateways/payment-gateway.ts';
import {
  REFUND_REFUSED,
  SANDBOX_GATEWAY,
  sandboxDispute,
  sandboxEndToEndId,
  sandboxPaymentId,
  type SandboxGateway,
} from '../../gateways/sandbox/sandbox-gateway.ts';

/**
 * The simulated payer waits this long for the code that it is to pay. A request that waits for its twin before ends
 * within the time that a stop of the API gives to requests.
 */
export const REGISTRATION_PATIENCE_MS = 5_000;
const POLL_MS = 50;
/** Payments of one sandbox invoice; each answer that shows the invoice shows all of them. */
const MAX_SIMULATED = 200;

export interface SimulatePaymentDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  secrets: SecretBox;
  cards: CardsOfSubscriptions;
  sandbox: SandboxGateway;
  wakeDispatcher(): void;
}

interface Simulated {
  store: Store;
  invoiceId: number;
  outcome: SandboxOutcome;
  /** Null: a usual one. */
  reason: string | null;
  /** Another amount than the charge's, or than the rest of the payment that is disputed. */
  amountCents: number | null;
  /** The Pix code beside a boleto; left out or null: the invoice's own charge. */
  paidBy?: 'pix' | null;
  /** Makes a payment of an amount of its own the same money when the request is sent again. */
  idempotencyKey: string | null;
}

/** The record as it is when a payment is simulated. */
interface Known {
  invoice: Readonly<Invoice>;
  /** The newest first. */
  attempts: Readonly<PaymentAttempt>[];
  /** The number of payments that the invoice has received. */
  payments: number;
  /** Whether the store collects by the invoice's method with a gateway of its own. */
  isCollected: boolean;
  /** The store's clock; null where the store has real time. */
  clockAt: Date | null;
}

interface KnownRow {
  invoice: Record<string, unknown>;
  attempts: Record<string, unknown>[];
  payments: number;
  is_collected: boolean;
  clock_at: string | null;
}

/**
 * Plays the payer, the payer's bank and the gateway for a sandbox invoice: the outcome comes back through the same
 * signed callback that a real gateway would send. On a card invoice without a payment under way it submits a test card
 * first. A payment of an amount of its own is new money each time, while confirming a charge twice without an amount is
 * one payment that the gateway tells twice.
 *
 * @throws ApiError 403 in production, 404, 409 `gateway_not_simulated`, `charge_not_registered`, `invoice_changed`,
 *   `too_many_payments`, `nothing_to_dispute`, `dispute_over` or `nothing_refunded`, 503 when the callback was not
 *   acknowledged
 */
export async function simulatePayment(deps: SimulatePaymentDeps, input: Simulated): Promise<void> {
  const { store } = input;
  if (store.environment !== 'sandbox') {
    throw forbidden('sandbox_only', 'Payments are simulated in the sandbox only: use the sandbox token.');
  }
  const known = await readSimulated(deps.em, input);
  if (known.isCollected) throw notSimulated();
  for (const event of await eventsOf(deps, input, known)) {
    if (!(await deps.sandbox.callbacks.say(event))) {
      throw serviceUnavailable('The callback was not acknowledged. It is sent again by itself: read the invoice.');
    }
  }
}

/** @throws ApiError 404 */
async function readSimulated(
  em: EntityManager,
  { store, invoiceId }: Pick<Simulated, 'store' | 'invoiceId'>,
): Promise<Known> {
  const { companyId, environment } = store;
  const tx = reader(em);
  const [row] = await runPrepared<KnownRow>(tx, READ_SIMULATED, [invoiceId, companyId, environment]);
  if (!row) throw notFound('invoice', invoiceId);
  return {
    invoice: readRow(tx, Invoice, row.invoice),
    attempts: row.attempts.map((attempt) => readRow(tx, PaymentAttempt, attempt)),
    payments: row.payments,
    isCollected: row.is_collected,
    clockAt: readShownClock(row.clock_at),
  };
}

async function eventsOf(deps: SimulatePaymentDeps, input: Simulated, known: Known): Promise<SandboxEvent[]> {
  switch (input.outcome) {
    case 'confirmed':
      return [await payment(deps, input, known), ...(await firstAuthorization(deps, input, known))];
    case 'refused':
      return [await payment(deps, input, known)];
    case 'disputed':
      return dispute(deps, input, 'open');
    case 'dispute_won':
      return dispute(deps, input, 'won');
    case 'dispute_lost':
      return dispute(deps, input, 'lost');
    case 'refund_refused':
      return [await refusedRefund(deps, input)];
  }
}

/** A payer who pays by the code of the first charge has agreed to the debits too. */
async function firstAuthorization(
  { em }: SimulatePaymentDeps,
  { invoiceId }: Simulated,
  { invoice: { subscriptionId } }: Known,
): Promise<SandboxEvent[]> {
  const tx = reader(em);
  const mandate =
    subscriptionId === null ? undefined : (await readLatestMandates(tx, [subscriptionId])).get(subscriptionId);
  if (mandate?.status !== 'pending') return [];
  const attempts = await tx.find(PaymentAttempt, { invoiceId, state: 'pending' });
  const isAgreed = attempts.some(({ artefacts }) => artefacts?.method === 'pix' && artefacts.authorizes);
  return isAgreed ? [sandboxAuthorization(mandate.id, 'authorized')] : [];
}

async function payment(deps: SimulatePaymentDeps, input: Simulated, known: Known): Promise<SandboxEvent> {
  const { store, invoiceId, outcome, reason, amountCents, paidBy = null, idempotencyKey } = input;
  checkRoom(invoiceId, known);
  const { attempt, clockAt } = await registeredAttempt(deps, { store, invoiceId, paidBy }, known);
  const { id: attemptId } = attempt;
  if (outcome === 'refused') return { type: 'payment_refused', attemptId, reason: reason ?? 'declined_by_payer_bank' };
  const now = await deps.clock.now(store, clockAt);
  const paidAt = now.toISOString();
  const own = amountCents === null ? '' : `_${hash(idempotencyKey ?? `${paidAt} ${randomUUID()}`)}`;
  const paymentId = sandboxPaymentId(attemptId) + own;
  const isPix = attempt.artefacts?.method === 'pix';
  const paidCents = amountCents ?? (await amountAsked(deps, attempt, now));
  return {
    type: 'payment_confirmed',
    attemptId,
    paymentId,
    amountCents: paidCents,
    paidAt,
    fee: sandboxFee(attempt.method, paidCents, paidAt),
    ...(isPix ? { endToEndId: sandboxEndToEndId(paymentId, paidAt) } : {}),
  };
}

/**
 * The news of a dispute about the newest payment.
 *
 * @throws ApiError 409 `nothing_to_dispute`, or `dispute_over` where its bank has decided; 422 for more than is left
 */
async function dispute(
  { em, clock }: SimulatePaymentDeps,
  { store, invoiceId, reason, amountCents }: Simulated,
  status: DisputeStatus,
): Promise<SandboxEvent[]> {
  const tx = reader(em);
  const money = { ...store, invoiceId, gateway: SANDBOX_GATEWAY };
  const [newest] = await tx.find(Payment, money, { orderBy: { id: 'desc' }, limit: 1 });
  if (!newest) {
    throw conflict('nothing_to_dispute', `Invoice ${invoiceId} has received no money that a bank could want.`);
  }
  const known = await tx.findOne(Dispute, { paymentId: newest.id });
  if (known && ENDED_DISPUTE_STATUSES.includes(known.status)) {
    const why = `The dispute of payment ${newest.id} is ${known.status}: its bank has decided, and a payment has one dispute.`;
    throw conflict('dispute_over', why);
  }
  const restCents = newest.amountCents - newest.amountRefundedCents;
  if (!known && restCents === 0) {
    throw conflict('nothing_to_dispute', `Payment ${newest.id} has been given back: its bank has nothing to want.`);
  }
  if (amountCents !== null && amountCents > restCents) {
    const message = `must be at most ${fromCents(restCents)}: so much of payment ${newest.id} is left`;
    throw invalidFields([{ field: 'amount', code: 'too_large', message }]);
  }
  return sandboxDispute({
    kind: newest.method === 'pix' ? 'med' : 'chargeback',
    paymentId: newest.gatewayPaymentId,
    status,
    amountCents: amountCents ?? known?.amountCents ?? restCents,
    at: (await clock.now(store)).toISOString(),
    reason: reason ?? known?.reason,
  });
}

/** The newest refund that gave money back, or is about to: its bank sends it back. @throws ApiError 409 */
async function refusedRefund(
  { em }: SimulatePaymentDeps,
  { store, invoiceId, reason }: Simulated,
): Promise<SandboxEvent> {
  const tx = reader(em);
  const [newest] = await tx.find(
    Refund,
    { ...store, invoiceId, state: { $in: ['pending', 'succeeded'] } },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  if (!newest) throw conflict('nothing_refunded', `Invoice ${invoiceId} has no refund that its bank could refuse.`);
  return { type: 'refund_refused', refundId: newest.id, reason: reason ?? REFUND_REFUSED };
}

/** Real money is never dropped; simulated money may end somewhere. @throws ApiError 409 `too_many_payments` */
function checkRoom(invoiceId: number, { payments }: Known): void {
  if (payments < MAX_SIMULATED) return;
  const why = `Invoice ${invoiceId} has received ${MAX_SIMULATED} payments: create another to go on.`;
  throw conflict('too_many_payments', why);
}

/**
 * The amount that the payer is asked for: a bank adds the fees of the day to a charge that falls due, and a code or a
 * card names the amount itself.
 */
async function amountAsked(
  { em }: SimulatePaymentDeps,
  attempt: Pick<PaymentAttempt, 'method' | 'artefacts' | 'amountCents' | 'invoiceId' | 'companyId'>,
  now: Date,
): Promise<number> {
  if (asksFixedAmount(attempt)) return attempt.amountCents;
  const tx = reader(em);
  const invoice = await tx.findOneOrFail(Invoice, attempt.invoiceId);
  const company = await tx.findOneOrFail(Company, attempt.companyId);
  return missingCents(invoice, storeToday(now, company)) || attempt.amountCents;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** The newest attempt that the gateway knows of, and the store's clock; waits for one that is on its way there. */
async function registeredAttempt(
  deps: SimulatePaymentDeps,
  { store, invoiceId, paidBy }: { store: Store; invoiceId: number; paidBy: 'pix' | null },
  known: Known,
): Promise<{ attempt: Readonly<PaymentAttempt>; clockAt: Date | null }> {
  const patienceEnds = performance.now() + REGISTRATION_PATIENCE_MS;
  for (let seen = known; ; seen = await readSimulated(deps.em, { store, invoiceId })) {
    const { invoice, attempts, clockAt } = seen;
    const waiting = attempts.find((attempt) => attempt.state === 'pending' && !attempt.registeredAt);
    if (!attempts.some(({ state }) => state === 'pending') && awaitsCard(invoice)) {
      await submitTestCard(deps, { store, invoiceId });
      continue;
    }
    const registered = attempts.find(
      (attempt) =>
        attempt.registeredAt && attempt.gateway === SANDBOX_GATEWAY && attempt.isCompanion === (paidBy !== null),
    );
    if (!waiting && registered) return { attempt: registered, clockAt };
    if (!waiting || performance.now() > patienceEnds) {
      const why = waiting ? 'is not registered at the gateway yet: try again in a moment' : 'has no charge to pay';
      throw conflict('charge_not_registered', `Invoice ${invoiceId} ${why}.`);
    }
    // The registration is another process's work; the record is where it shows.
    await delay(POLL_MS);
  }
}

/** @throws ApiError 409 `invoice_changed` where another method was chosen meanwhile: whoever asked has sent no card */
async function submitTestCard(deps: SimulatePaymentDeps, whose: { store: Store; invoiceId: number }): Promise<void> {
  try {
    await submitPayment(deps, { ...whose, cardToken: 'tok_undecided' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_fields') throw error;
    const why = `Invoice ${whose.invoiceId} was changed while its payment was simulated: try again.`;
    throw conflict('invoice_changed', why);
  }
  deps.wakeDispatcher();
}

function awaitsCard({ paymentMethod, status }: Readonly<Invoice>): boolean {
  return METHODS[paymentMethod].takesCardToken && (status === 'open' || status === 'refused');
}
