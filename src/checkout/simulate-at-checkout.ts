import { ApiError } from '../base/errors/errors.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { simulatePayment } from '../payments/simulation/simulate-payment.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import type { PlayedOutcome } from './checkout-view.ts';

/**
 * Plays the payer of a sandbox invoice at its page. A page that was pressed twice, or whose invoice has changed,
 * changes nothing and shows how things stand.
 *
 * @returns false where the hash is of nobody's, or of an invoice with real money
 */
export async function simulateAtCheckout(
  deps: CheckoutDeps,
  { hash, outcome }: { hash: string; outcome: PlayedOutcome },
): Promise<boolean> {
  const invoice = await deps.em.fork().findOne(Invoice, { checkoutHash: hash, environment: 'sandbox' });
  if (!invoice) return false;
  const { id: invoiceId, companyId, environment } = invoice;
  const simulated = { store: { companyId, environment }, invoiceId, outcome, reason: null, amountCents: null };
  await simulatePayment(deps, { ...simulated, idempotencyKey: null }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
  return true;
}
