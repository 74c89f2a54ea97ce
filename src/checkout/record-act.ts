import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import { reader } from '../base/db/transaction.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { abandonmentAfter } from '../invoices/due-dates.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { Clock } from '../base/time/clock.ts';

/** The acts of a payer at the checkout: the page is seen, a field is filled in or copied, the page is left. */
export const CHECKOUT_ACTS = ['opened', 'started', 'left'] as const;
export type CheckoutAct = (typeof CHECKOUT_ACTS)[number];

/** An act so soon after another says nothing new; a page that is opened and closed in a hurry costs one write. */
const REST_MS = 60_000;

const UNPAID = ['open', 'pending', 'refused'];

/**
 * Notes what a payer did. The abandonment period of the store counts from the last act, so a card invoice waits as long
 * again; a Pix code and a boleto keep their own times.
 *
 * @returns false for a hash that nobody was given
 */
export async function recordAct(
  { em, clock }: { em: EntityManager; clock: Clock },
  { hash, act }: { hash: string; act: CheckoutAct },
): Promise<boolean> {
  const seen = await reader(em).findOne(Invoice, { checkoutHash: hash });
  if (!seen) return false;
  const at = await clock.now(seen);
  if (!UNPAID.includes(seen.status) || !saysSomething(seen, act, at)) return true;
  await changeInvoice(em, { invoiceId: seen.id, at, dispatch: 'outbox' }, ({ invoice, company, touch }) => {
    if (!UNPAID.includes(invoice.status) || !saysSomething(invoice, act, at)) return;
    invoice.lastActedAt = at;
    invoice.checkoutOpenedAt ??= at;
    if (act === 'started') invoice.checkoutStartedAt ??= at;
    const abandonmentAt = abandonmentAfter(at, invoice, company);
    if (abandonmentAt <= invoice.abandonmentAt) return;
    invoice.abandonmentAt = abandonmentAt;
    // Only then does the workflow wait for another moment.
    if (METHODS[invoice.paymentMethod].takesCardToken) touch();
  });
  return true;
}

function saysSomething(invoice: Invoice, act: CheckoutAct, at: Date): boolean {
  if (!invoice.checkoutOpenedAt || (act === 'started' && !invoice.checkoutStartedAt)) return true;
  return !invoice.lastActedAt || at.getTime() - invoice.lastActedAt.getTime() >= REST_MS;
}
