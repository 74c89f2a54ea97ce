import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { checkCardChoice, findSavedCard } from '../catalog/cards/find-saved-card.ts';
import { requireKnown } from '../catalog/customers/erased.ts';
import { inTransaction, reader } from '../base/db/transaction.ts';
import { conflict, gatewayNotConfigured, invalidFields } from '../base/errors/errors.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import { cardToCharge, savedCardToCharge } from '../invoices/card-to-charge.ts';
import { abandonmentAfter } from '../invoices/due-dates.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import { formatDecimal, fromCents } from '../base/money/money.ts';
import type { Clock } from '../base/time/clock.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { attemptPending, changeMethod, chosenMethod, notPayable, tooManyAttempts } from './choose-method.ts';
import { chargeHasLapsed, giveUpLapsedCharge } from './lapsed-charge.ts';
import { canBeRevived } from './can-be-revived.ts';
import { beginAnew } from './charge-again.ts';
import { MAX_ATTEMPTS, newAttempt } from '../invoices/new-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { offerCard } from './cards/offer-card.ts';

export interface SubmitPaymentInput {
  store: Store;
  invoiceId: number;
  /** The method that the payer chose, of those that the invoice offers; null or left out: as `chosenMethod` says. */
  method?: PaymentMethod | null;
  cardToken: string | null;
  /** Instead of a token: a saved card of the customer, which is charged while nobody is there. */
  savedCardId?: number | null;
  /** Whether the payer agrees that the card is kept: it is saved once it has paid. */
  savesCard?: boolean;
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
  /** The ids of the subscriptions that go on and charge a saved card, ten at most. */
  chargedBy(tx: EntityManager, savedCardId: number): Promise<number[]>;
}

interface SubmitDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  secrets: SecretBox;
  cards: CardsOfSubscriptions;
}

/**
 * A payer's new attempt: a card's token, or a fresh Pix code or boleto after a refusal, in place of a boleto that has
 * lapsed, in place of another method's charge, or for an invoice that was abandoned, where its store allows that. The
 * workflow takes it to the gateway.
 *
 * @throws ApiError 404; 409 `invoice_not_payable`, `attempt_pending`, `too_many_attempts`, or `amount_changed` with the
 *   present amount; 422 when a card invoice comes without its card, or for a saved card that is not to be had
 */
export async function submitPayment(deps: SubmitDeps, input: SubmitPaymentInput): Promise<PaymentAttempt> {
  const { store, invoiceId, cardToken, savedCardId = null, savesCard = false, installments, agreedCents } = input;
  const found = await findInvoice(reader(deps.em), { store, invoiceId });
  const { subscriptionId, customerId } = found;
  const withCard = cardToken !== null || savedCardId !== null;
  const method = chosenMethod(found, { asked: input.method ?? null, withCard });
  const takesCard = METHODS[method].takesCardToken;
  checkCardChoice({ takesCard, savedCardId, cardToken });
  if (savedCardId === null) checkCardToken(takesCard, cardToken);
  if (savesCard && cardToken === null) throw nothingToSave();
  const gateway = await deps.gateways.forStore(deps.em, store, method);
  if (!gateway) throw gatewayNotConfigured(method);
  const at = await deps.clock.now(store);

  return inTransaction(deps.em, async (tx) => {
    if (subscriptionId) await deps.cards.lock(tx, subscriptionId);
    const saved = savedCardId === null ? null : await findSavedCard(tx, { store, customerId, savedCardId, gateway });
    const submitted = await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
      // The invoice may have changed since it was read.
      chosenMethod(change.invoice, { asked: method, withCard });
      if (canBeRevived(change.invoice, change.company)) beginAnew(change);
      if (method === change.invoice.paymentMethod) makePayable(change);
      else changeMethod(change, method);
      const { tx: inner, invoice, company, attempts, customer, touch } = change;
      if (savesCard) requireKnown(customer);
      const row = newAttempt({
        ...{ invoice, company, number: attempts.length + 1, gateway: gateway.name, at },
        ...{ isOffSession: saved !== null, savedCardId },
        ...(installments === undefined ? {} : { installments }),
      });
      if (agreedCents !== undefined && agreedCents !== row.amountCents) throw amountChanged(row, agreedCents);
      const card = saved ? savedCardToCharge(deps.secrets, saved) : cardToken && cardToCharge(deps.secrets, cardToken);
      const attempt = inner.create(PaymentAttempt, { ...row, cardToken: card ? card.sealFor(invoiceId) : null });
      if (savesCard && cardToken) {
        const { secrets } = deps;
        const offered = await offerCard(inner, { store, customerId, gateway, secrets, cardToken, at, forgetAt: null });
        attempt.savedCardId = offered?.id ?? null;
      }
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
  const { status } = invoice;
  const hasLapsed = chargeHasLapsed(change);
  if (!hasLapsed && attempts.some(({ state }) => state === 'pending')) throw attemptPending(invoice);
  if (attempts.length >= MAX_ATTEMPTS) throw tooManyAttempts(invoice);
  if (hasLapsed) giveUpLapsedCharge(change);
  else if (status !== 'open' && status !== 'refused') throw notPayable(invoice);
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

function nothingToSave(): Error {
  const message = 'save_card is only for a payment with a card_token.';
  return invalidFields([{ field: 'save_card', code: 'not_allowed', message }]);
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
