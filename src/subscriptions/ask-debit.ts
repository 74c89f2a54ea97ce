import { Company } from '../accounts/companies/company.entity.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Mandate } from '../payments/mandates/mandate.entity.ts';
import { receiveMoney } from '../payments/receive-money.ts';
import { refuseAttempt } from '../payments/refuse-attempt.ts';
import { chargeReference } from '../payments/register-charge.ts';
import { changeSubscription } from './change-subscription.ts';
import { debitAskedNext } from './mandate-terms.ts';
import type { MandateStepDeps } from './take-mandate-step.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';

/**
 * Asks the bank what became of a debit whose day is over, in case its word was lost. A bank that does not know yet is
 * asked the next day.
 *
 * @param at in the store's time
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function askDebit(
  { em, gateways }: MandateStepDeps,
  { subscriptionId, cycleId, at }: { subscriptionId: number; cycleId: number; at: Date },
): Promise<void> {
  const tx = em.fork();
  const { invoiceId, companyId } = await tx.findOneOrFail(SubscriptionCycle, cycleId);
  const company = await tx.findOneOrFail(Company, companyId);
  const today = storeToday(at, company);
  const debit = { invoiceId, state: 'pending' as const, mandateId: { $ne: null } };
  const attempt = await tx.findOne(PaymentAttempt, debit, { orderBy: { number: 'desc' } });
  if (attempt?.registeredAt) {
    const invoice = await tx.findOneOrFail(Invoice, invoiceId);
    const { gatewayMandateId } = await tx.findOneOrFail(Mandate, attempt.mandateId!);
    const gateway = await gateways.open(em, attempt.gateway, attempt);
    const asked = { on: today, at: at.toISOString() };
    const answer = await gateway.queryCharge({ ...chargeReference(attempt, { invoice, gatewayMandateId }), asked });
    await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
      const known = change.attempts.find(({ id }) => id === attempt.id)!;
      if (answer?.status === 'registered' && answer.paid) await receiveMoney(change, known, answer.paid);
      if (answer?.status === 'refused') refuseAttempt(change, known, answer.reason);
    });
  }
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, ({ unsettled, touch }) => {
    const found = unsettled.find(({ cycle }) => cycle.id === cycleId);
    if (!found?.cycle.asksBankAt || found.cycle.asksBankAt > at) return;
    const isUnderWay = found.hasChargeUnderWay && attempt?.settlesOn;
    found.cycle.asksBankAt = isUnderWay ? debitAskedNext(attempt.settlesOn!, today, company) : null;
    touch();
  });
}
