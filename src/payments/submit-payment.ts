import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { inTransaction, reader } from '../base/db/transaction.ts';
import { conflict, gatewayNotConfigured, invalidFields } from '../base/errors/errors.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import { abandonmentAfter } from '../invoices/due-dates.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import { formatDecimal, fromCents } from '../base/money/money.ts';
import type { Clock } from '../base/time/clock.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { chargeHasLapsed, giveUpLapsedCharge } from './lapsed-charge.ts';
import { MAX_ATTEMPTS, newAttempt } from '../invoices/new-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { cardTokenContext } from './register-charge.ts';

export interface SubmitPaymentInput {
  store: Store;
  invoiceId: number;
  cardToken: string | null;
  installments?: number | undefined;
  /** The amount that the payer saw and agreed to; without it the payer pays whatever the invoice asks for. */
  agreedCents?: number | undefined;
}

/** The subscriptions, as far as a payment of one of their invoices concerns them. */
export interface CardsOfSubscriptions {
  /** Locks a subscription; comes before the lock of its invoice (docs/decisions/0024-order-of-locks.md). */
  lock(tx: EntityManager, subscriptionId: number): Promise<void>;
  /** Notes the card that a payer submits: once the card has paid, the subscription keeps it. */
  offer(
    tx: EntityManager,
    secrets: SecretBox,
    card: { subscriptionId: number; attemptId: number; cardToken: string },
  ): Promise<void>;
}

interface SubmitDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  secrets: SecretBox;
  cards: CardsOfSubscriptions;
}

/**
 * A payer's new attempt: a card's token, or a fresh Pix code or boleto after a refusal, or in place of a boleto that
 * has lapsed. The workflow takes it to the gateway.
 *
 * @throws ApiError 404; 409 `invoice_not_payable`, `attempt_pending`, `too_many_attempts`, or `amount_changed` with the
 *   present amount; 422 when a card invoice comes without its token
 */
export async function submitPayment(deps: SubmitDeps, input: SubmitPaymentInput): Promise<PaymentAttempt> {
  const { store, invoiceId, cardToken, installments, agreedCents } = input;
  const { paymentMethod, subscriptionId } = await findInvoice(reader(deps.em), { store, invoiceId });
  checkCardToken(METHODS[paymentMethod].takesCardToken, cardToken);
  const gateway = await deps.gateways.forStore(deps.em, store, paymentMethod);
  if (!gateway) throw gatewayNotConfigured(paymentMethod);
  const at = await deps.clock.now(store);

  return inTransaction(deps.em, async (tx) => {
    if (subscriptionId) await deps.cards.lock(tx, subscriptionId);
    const submitted = await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, (change) => {
      makePayable(change);
      const { tx: inner, invoice, company, attempts, touch } = change;
      const row = newAttempt({
        ...{ invoice, company, number: attempts.length + 1, gateway: gateway.name, at },
        ...(installments === undefined ? {} : { installments }),
      });
      if (agreedCents !== undefined && agreedCents !== row.amountCents) throw amountChanged(row, agreedCents);
      const sealedToken = cardToken && deps.secrets.seal(cardToken, cardTokenContext(invoiceId));
      const attempt = inner.create(PaymentAttempt, { ...row, cardToken: sealedToken });
      invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
      touch();
      return attempt;
    });
    const { id: attemptId } = submitted;
    if (cardToken && subscriptionId) await deps.cards.offer(tx, deps.secrets, { subscriptionId, attemptId, cardToken });
    return submitted;
  });
}

/**
 * Sees to it that a new attempt can be made: what has lapsed is given up.
 *
 * @throws ApiError 409 `attempt_pending`, `too_many_attempts` or `invoice_not_payable`
 */
function makePayable(change: InvoiceChange): void {
  const { invoice, attempts } = change;
  const { id, status } = invoice;
  const hasLapsed = chargeHasLapsed(change);
  if (!hasLapsed && attempts.some(({ state }) => state === 'pending')) {
    throw conflict('attempt_pending', `Invoice ${id} already has a payment under way: wait for its outcome.`);
  }
  if (attempts.length >= MAX_ATTEMPTS) {
    throw conflict('too_many_attempts', `Invoice ${id} was tried ${MAX_ATTEMPTS} times: create a new one.`);
  }
  if (hasLapsed) giveUpLapsedCharge(change);
  else if (status !== 'open' && status !== 'refused') {
    throw conflict('invoice_not_payable', `Invoice ${id} is ${status}: it takes no new payment.`);
  }
}

/** A day, the store or a payment has changed what is asked for since the payer was shown it. */
function amountChanged(
  { invoiceId, amountCents }: Pick<PaymentAttempt, 'invoiceId' | 'amountCents'>,
  agreedCents: number,
): Error {
  const [now, shown] = [formatDecimal(amountCents), formatDecimal(agreedCents)];
  const detail = `Invoice ${invoiceId} asks for R$ ${now} now, and not for R$ ${shown}: nothing was charged. Show the payer the new amount, and send that.`;
  return conflict('amount_changed', detail, { amount: fromCents(amountCents) });
}

function checkCardToken(isCard: boolean, cardToken: string | null): void {
  if (isCard === (cardToken !== null)) return;
  throw invalidFields([
    isCard
      ? {
          field: 'card_token',
          code: 'required',
          message: "card_token is required: the gateway's token of the payer's card.",
        }
      : { field: 'card_token', code: 'not_allowed', message: 'card_token is only for invoices that are paid by card.' },
  ]);
}
