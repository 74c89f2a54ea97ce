import { METHODS } from '../banking/payment-method.ts';
import { collectingGateway, findCollectingAccount } from '../gateways/read-account.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { MAX_ATTEMPTS, newAttempt } from '../invoices/new-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/**
 * Adds a Pix code for the same debt beside a boleto that has just been registered, where the store wants one and
 * collects Pix. The charge that is paid first takes the other back; the boleto says how the invoice stands.
 */
export async function addCompanion({ tx, invoice, company, attempts, at }: InvoiceChange): Promise<void> {
  const isWanted = company.boletoWithPix && METHODS[invoice.paymentMethod].mayHavePixBeside;
  if (!isWanted || attempts.length >= MAX_ATTEMPTS) return;
  const gateway = collectingGateway(invoice, await findCollectingAccount(tx, invoice, 'pix'));
  if (gateway === null) return;
  const attempt = newAttempt({ invoice, company, number: attempts.length + 1, gateway, at });
  tx.create(PaymentAttempt, { ...attempt, method: 'pix', isCompanion: true });
}
