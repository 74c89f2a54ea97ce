import { Invoice } from '../../invoices/invoice.entity.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { EXTERNAL } from '../../invoices/payment.entity.ts';
import type { OperatorAnswer, ReconcileAnswer } from '../../invoices/operator-order.ts';
import type { Store } from '../../base/environment.ts';
import type { ChargeReference, PaymentGateway } from '../../gateways/payment-gateway.ts';
import { applyCallback, storeCallback } from '../receive-callback.ts';
import { compareCharge } from './compare-charges.ts';
import { createComparison, type ReconcileDeps } from './comparison.ts';

/** The outcome of a comparison of the charges of one invoice. */
type InvoiceComparison = Omit<ReconcileAnswer, keyof OperatorAnswer>;

/**
 * Asks the gateways how the charges of an invoice stand, and makes up for callbacks that nobody heard, as the daily
 * comparison does. May be repeated.
 *
 * @throws GatewayUnavailableError for what a retry can mend; GatewayAccountError where the store's access is refused
 */
export async function reconcileInvoice(deps: ReconcileDeps, invoiceId: number): Promise<InvoiceComparison> {
  const { em, gateways } = deps;
  const { customerId, companyId, environment } = await em.fork().findOneOrFail(Invoice, invoiceId);
  const store = { companyId, environment };
  const asked = { invoiceId, registeredAt: { $ne: null }, gateway: { $ne: EXTERNAL } };
  const attempts = await em.fork().find(PaymentAttempt, asked, { orderBy: { number: 'asc' } });
  const outcome: InvoiceComparison = { charges: 0, repaired: 0, findings: [] };
  for (const attempt of attempts) {
    const gateway = await gateways.open(em, attempt.gateway, attempt);
    const { id: attemptId, gatewayChargeId: chargeId } = attempt;
    outcome.charges += 1;
    if (!gateway.books || chargeId === null) {
      if (await makeUpFor(deps, gateway, { store, attemptId, chargeId, customerId })) outcome.repaired += 1;
      continue;
    }
    const comparison = createComparison(deps, {
      ...{ store, gateway, books: gateway.books, mode: 'compare', progress: null },
      heartbeat: () => undefined,
      keep: () => Promise.resolve(),
    });
    const charge = await gateway.books.charge(chargeId);
    if (charge) await compareCharge(comparison, { ...charge, attemptId });
    else comparison.note('charge_missing', { attempt_id: attemptId, charge_id: chargeId });
    outcome.repaired += comparison.repaired;
    outcome.findings.push(...comparison.findings.map(({ kind }) => kind));
  }
  return outcome;
}

/** A gateway without books of its own says of a charge whether it is paid. @returns whether nobody had heard of it */
async function makeUpFor(
  deps: ReconcileDeps,
  gateway: PaymentGateway,
  { store, ...reference }: { store: Store } & ChargeReference,
): Promise<boolean> {
  const known = await gateway.queryCharge(reference);
  if (known?.status !== 'registered' || !known.paid) return false;
  const { attemptId } = reference;
  const id = `reconciled-${known.paid.paymentId}-paid`;
  const event = { id, type: 'payment_confirmed', attemptId, ...known.paid } as const;
  const callback = await storeCallback(deps.em, { gateway: gateway.name, store, event });
  return callback !== null && (await applyCallback(deps, callback)) === 'applied';
}
