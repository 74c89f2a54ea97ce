import { fromCents } from '../../base/money/money.ts';
import type { Concession } from '../../invoices/concession.entity.ts';

/** A credit note or a write-off as the API shows it. */
export function presentConcession(concession: Concession): Record<string, unknown> {
  const { id, invoiceId, kind, amountCents, reason, createdAt } = concession;
  return { id, invoice_id: invoiceId, kind, amount: fromCents(amountCents), reason, created_at: createdAt };
}
