import type { EntityManager } from '@mikro-orm/postgresql';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';

/** The row of an attempt that the workflow is to register at the gateway, for what is still missing of the total. */
export function newAttempt(
  tx: EntityManager,
  {
    invoice,
    number,
    gateway,
    at,
    installments = 1,
  }: { invoice: Invoice; number: number; gateway: string; at: Date; installments?: number },
): PaymentAttempt {
  return tx.create(PaymentAttempt, {
    companyId: invoice.companyId,
    environment: invoice.environment,
    invoiceId: invoice.id,
    number,
    method: invoice.paymentMethod,
    state: 'pending',
    amountCents: amountDueCents(invoice),
    gateway,
    gatewayChargeId: null,
    registeredAt: null,
    gatewayCanceledAt: null,
    artefacts: null,
    installments,
    cardToken: null,
    refusalReason: null,
    createdAt: at,
    updatedAt: at,
  });
}

/** What is still missing of the total, in cents; never negative. */
export function amountDueCents(
  invoice: Pick<Invoice, 'totalCents' | 'amountPaidCents' | 'amountRefundedCents'>,
): number {
  return Math.max(0, invoice.totalCents - invoice.amountPaidCents + invoice.amountRefundedCents);
}
