import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { reader } from '../base/db/transaction.ts';
import { ApiError, conflict, forbidden, serviceUnavailable } from '../base/errors/errors.ts';
import { missingCents } from '../invoices/amount-due.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { submitPayment, type CardsOfSubscriptions } from '../payments/submit-payment.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { SandboxEvent } from '../gateways/sandbox/sandbox-callbacks.ts';
import { SANDBOX_GATEWAY, sandboxPaymentId, type SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';

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

/**
 * Plays the payer and the gateway for a sandbox invoice: the outcome comes back through the same signed callback that a
 * real gateway would send. On a card invoice without a payment under way it submits a test card first.
 *
 * @param amountCents another amount than the charge's; each such payment is money of its own, while confirming a charge
 *   twice without it is one payment that the gateway tells twice
 * @throws ApiError 403 in production, 404, 409 `gateway_not_simulated`, `charge_not_registered`, `invoice_changed` or
 *   `too_many_payments`, 503 when the callback was not acknowledged
 */
export async function simulatePayment(
  deps: SimulatePaymentDeps,
  input: {
    store: Store;
    invoiceId: number;
    outcome: 'confirmed' | 'refused';
    reason: string;
    amountCents: number | null;
    /** Makes a payment of an amount of its own the same money when the request is sent again. */
    idempotencyKey: string | null;
  },
): Promise<void> {
  const { store, invoiceId } = input;
  if (store.environment !== 'sandbox') {
    throw forbidden('sandbox_only', 'Payments are simulated in the sandbox only: use the sandbox token.');
  }
  await checkSimulated(deps, store);
  await checkRoom(deps, { store, invoiceId });
  const attempt = await registeredAttempt(deps, { store, invoiceId });
  const now = await deps.clock.now(store);
  const paidAt = now.toISOString();
  const own = input.amountCents === null ? '' : `_${hash(input.idempotencyKey ?? `${paidAt} ${randomUUID()}`)}`;
  const event: SandboxEvent =
    input.outcome === 'refused'
      ? { type: 'payment_refused', attemptId: attempt.id, reason: input.reason }
      : {
          type: 'payment_confirmed',
          attemptId: attempt.id,
          paymentId: sandboxPaymentId(attempt.id) + own,
          amountCents: input.amountCents ?? (await amountAsked(deps, attempt, now)),
          paidAt,
        };
  if (!(await deps.sandbox.callbacks.say(event))) {
    throw serviceUnavailable('The callback was not acknowledged. It is sent again by itself: read the invoice.');
  }
}

/** Real money is never dropped; simulated money may end somewhere. @throws ApiError 409 `too_many_payments` */
async function checkRoom({ em }: SimulatePaymentDeps, whose: { store: Store; invoiceId: number }): Promise<void> {
  const { store, invoiceId } = whose;
  if ((await em.fork().count(Payment, { ...store, invoiceId })) < MAX_SIMULATED) return;
  const why = `Invoice ${invoiceId} has received ${MAX_SIMULATED} payments: create another to go on.`;
  throw conflict('too_many_payments', why);
}

/** Another gateway's charges are decided there, and a card of the sandbox's is no card of its. */
async function checkSimulated({ em, gateways }: SimulatePaymentDeps, store: Store): Promise<void> {
  const gateway = await gateways.forStore(em, store);
  if (!gateway || gateway.name === SANDBOX_GATEWAY) return;
  throw conflict(
    'gateway_not_simulated',
    "This sandbox collects with the store's own gateway in test mode: pay with that gateway's test means, or remove it in the panel, under Store, to have payments simulated.",
  );
}

/**
 * The amount that the payer is asked for: a bank adds to a boleto the fees of the day, a Pix code or a card names the
 * amount itself.
 */
async function amountAsked({ em }: SimulatePaymentDeps, attempt: PaymentAttempt, now: Date): Promise<number> {
  if (!METHODS[attempt.method].growsAtBank) return attempt.amountCents;
  const tx = reader(em);
  const invoice = await tx.findOneOrFail(Invoice, attempt.invoiceId);
  const company = await tx.findOneOrFail(Company, attempt.companyId);
  return missingCents(invoice, storeToday(now, company)) || attempt.amountCents;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** The newest attempt that the gateway knows of; waits for one that is on its way there. */
async function registeredAttempt(
  deps: SimulatePaymentDeps,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<PaymentAttempt> {
  const patienceEnds = performance.now() + REGISTRATION_PATIENCE_MS;
  for (;;) {
    const attempts = await deps.em
      .fork()
      .find(PaymentAttempt, { invoiceId, ...store }, { orderBy: { number: 'desc' } });
    const waiting = attempts.find((attempt) => attempt.state === 'pending' && !attempt.registeredAt);
    if (!attempts.some((attempt) => attempt.state === 'pending') && (await awaitsCard(deps, { store, invoiceId }))) {
      await submitTestCard(deps, { store, invoiceId });
      continue;
    }
    const registered = attempts.find((attempt) => attempt.registeredAt && attempt.gateway === SANDBOX_GATEWAY);
    if (!waiting && registered) return registered;
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

/** @throws ApiError 404 */
async function awaitsCard(
  { em }: SimulatePaymentDeps,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<boolean> {
  const { paymentMethod, status } = await findInvoice(reader(em), { store, invoiceId });
  return METHODS[paymentMethod].takesCardToken && (status === 'open' || status === 'refused');
}
