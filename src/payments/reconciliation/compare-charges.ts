import { addDays } from '../../base/calendar/calendar-date.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { isBookable, type BookedCharge, type ReceivedMoney, type TimeSpan } from '../../gateways/payment-gateway.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { noteForeign, type Comparison } from './comparison.ts';
import { cancelLost, takeInCharge } from './take-in.ts';

/** A statement reads this many of our open charges. */
const PAGE = 500;
/** A boleto that has ended may have been paid on its last day: the bank says so days later. */
const CONFIRMATION_DAYS = 5;

/** Holds the charges that were made at the gateway in a time against ours. */
export async function compareCharges(comparison: Comparison, span: TimeSpan, after?: string): Promise<void> {
  for await (const charge of comparison.books.charges(span, after)) {
    comparison.chargesSeen += 1;
    await comparison.oneByOne({ part: 'charges', id: charge.chargeId ?? charge.paid?.paymentId ?? '' }, () =>
      compareCharge(comparison, charge),
    );
  }
}

/** Ours that wait for money, and were made before: a boleto is paid weeks later. */
export async function compareOpenCharges(comparison: Comparison, { since }: TimeSpan, after = '0'): Promise<void> {
  const { em, store, gateway, books, note } = comparison;
  const { name, accountId: gatewayAccountId } = gateway;
  const open = { ...store, gateway: name, gatewayAccountId, state: 'pending' as const, registeredAt: { $lt: since } };
  for (let last = Number(after); ;) {
    const options = { orderBy: { id: 'asc' as const }, limit: PAGE };
    const attempts = await em.fork().find(PaymentAttempt, { ...open, id: { $gt: last } }, options);
    for (const { id: attemptId, gatewayChargeId } of attempts) {
      last = attemptId;
      await comparison.oneByOne({ part: 'open_charges', id: String(attemptId) }, async () => {
        const charge = gatewayChargeId === null ? null : await books.charge(gatewayChargeId);
        if (!charge) return note('charge_missing', { attempt_id: attemptId, charge_id: gatewayChargeId });
        comparison.chargesSeen += 1;
        // A debit that is tried again is the charge of the first attempt, there.
        await compareCharge(comparison, charge.attemptId === null ? charge : { ...charge, attemptId });
      });
    }
    if (attempts.length < PAGE) return;
  }
}

/** Holds one charge at the gateway against ours. */
export async function compareCharge(comparison: Comparison, charge: BookedCharge): Promise<void> {
  const { em, store, gateway, note } = comparison;
  const { chargeId, attemptId, invoiceId, amountCents } = charge;
  // The store may have other business with its gateway.
  if (attemptId === null) return;
  comparison.noteIds({ payment_attempts: attemptId, invoices: invoiceId });
  const ids = { charge_id: chargeId, attempt_id: attemptId };
  const attempt = await em.fork().findOne(PaymentAttempt, { id: attemptId, ...store, gateway: gateway.name });
  if (!attempt) {
    const takesIn = comparison.mode !== 'compare';
    if (takesIn && (await takeInCharge(comparison, { ...charge, attemptId }))) return;
    const ofInvoice = takesIn ? { invoice_id: invoiceId } : {};
    return note('unknown_attempt', { ...ids, ...ofInvoice, amount_cents: amountCents });
  }
  if (invoiceId !== null && attempt.invoiceId !== invoiceId) {
    // After a restore without `skip-ids`, or beside a copy that lives on: its number was given away twice.
    note('invoice_differs', { ...ids, invoice_id: invoiceId, amount_cents: amountCents });
    if (comparison.mode !== 'compare') await cancelLost(comparison, { ...charge, attemptId });
    return;
  }
  if (!isBookable(charge)) {
    // The amount is none of ours, whatever the charge's state is: only the store can say what it was for.
    return noteForeign(comparison, charge, ids);
  }
  const { gatewayChargeId } = attempt;
  const isSecond = gatewayChargeId !== null && chargeId !== null && gatewayChargeId !== chargeId;
  if (isSecond) note('second_charge', { ...ids, known_charge_id: gatewayChargeId, amount_cents: amountCents });
  else if (chargeId !== null && attempt.amountCents !== amountCents) {
    note('amount_differs', { ...ids, amount_cents: attempt.amountCents, gateway_amount_cents: amountCents });
  }
  await compareState(comparison, charge, { attempt, isSecond });
}

async function compareState(
  comparison: Comparison,
  { chargeId, state, paid, reason }: BookedCharge,
  { attempt, isSecond }: { attempt: PaymentAttempt; isSecond: boolean },
): Promise<void> {
  const { id: attemptId } = attempt;
  if (state === 'paid') return paid ? comparePayment(comparison, attemptId, paid) : undefined;
  // A list that tells of the money alone names no charge.
  if (chargeId === null) return;
  switch (state) {
    case 'failed':
    case 'canceled': {
      // Where the answer to its making is still to come, that one says so.
      if (attempt.state !== 'pending' || isSecond || !attempt.registeredAt) return;
      const refused = {
        type: 'payment_refused' as const,
        attemptId,
        chargeId,
        reason: reason ?? 'canceled_at_gateway',
      };
      return comparison.makeUp(`${chargeId}-${state}`, refused);
    }
    case 'payable':
      return mayStillBePaid(attempt, isSecond) ? undefined : cancel(comparison, chargeId, attempt);
    case 'expired':
      return;
  }
}

/** The charge is waited for, its workflow is about to cancel it, or its money may be on its way. */
function mayStillBePaid({ state, registeredAt, gatewayCanceledAt, artefacts }: PaymentAttempt, isSecond: boolean) {
  if (isSecond) return false;
  if (state === 'pending' || (state === 'canceled' && registeredAt && !gatewayCanceledAt)) return true;
  const hasEnded = artefacts?.method === 'boleto' && artefacts.isFixed === true;
  return hasEnded && addDays(artefacts.dueDate, CONFIRMATION_DAYS) >= new Date().toISOString().slice(0, 10);
}

/** A charge that nobody is to pay any more can still be paid at the gateway. */
async function cancel(comparison: Comparison, chargeId: string, { id: attemptId, invoiceId }: PaymentAttempt) {
  const { customerId } = await comparison.em.fork().findOneOrFail(Invoice, invoiceId);
  comparison.note('payable_after_end', { charge_id: chargeId, attempt_id: attemptId });
  await comparison.cancelCharge({ attemptId, chargeId, customerId });
}

async function comparePayment(comparison: Comparison, attemptId: number, paid: ReceivedMoney): Promise<void> {
  const { paymentId: gatewayPaymentId, amountCents } = paid;
  const known = await comparison.findPayment(gatewayPaymentId);
  if (!known) {
    return comparison.makeUp(`${gatewayPaymentId}-paid`, { type: 'payment_confirmed', attemptId, ...paid });
  }
  if (known.amountCents === amountCents) return;
  const amounts = { amount_cents: known.amountCents, gateway_amount_cents: amountCents };
  comparison.note('amount_differs', { payment_id: known.id, ...amounts });
}
