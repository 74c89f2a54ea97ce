import type { EntityManager } from '@mikro-orm/postgresql';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Mandate } from './mandates/mandate.entity.ts';
import { chargeReference } from './register-charge.ts';

/**
 * Makes the charge of a given-up attempt unpayable at its gateway. May be repeated.
 *
 * @param at the moment of the cancellation, in the store's time
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function cancelCharge(
  { em, gateways }: { em: EntityManager; gateways: GatewayRegistry },
  { attemptId, at }: { attemptId: number; at: Date },
): Promise<void> {
  const tx = em.fork();
  const attempt = await tx.findOneOrFail(PaymentAttempt, attemptId);
  if (attempt.state !== 'canceled' || attempt.gatewayCanceledAt) return;
  const invoice = await tx.findOneOrFail(Invoice, attempt.invoiceId);
  const gateway = await gateways.open(em, attempt.gateway, attempt);
  const mandate = attempt.mandateId === null ? null : await tx.findOneOrFail(Mandate, attempt.mandateId);
  const { gatewayMandateId = null } = mandate ?? {};
  await gateway.cancelCharge(chargeReference(attempt, { invoice, gatewayMandateId }));
  // Not a change of the invoice: nobody but the workflow that asked for it waits for this.
  await tx.nativeUpdate(PaymentAttempt, { id: attemptId }, { gatewayCanceledAt: at });
}
