import { payersOrigin } from '../../accounts/companies/checkout-domain.ts';
import { renderQrCode } from '../../banking/documents/render-qr-code.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { amountDueCents } from '../../invoices/amount-due.ts';
import { whatsappUrl } from '../../base/text/phone-number.ts';
import { checkoutUrlOf } from '../../invoices/checkout-url.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import type { InvoiceStatus } from '../../invoices/state-machine.ts';
import { screen } from '../screen.ts';
import { shareWords } from './share.words.ts';

const common = { scope: 'store', section: 'invoices', words: shareWords } as const;

/** The page that gives an invoice to its payer: its address, ready for a chat, a mail or a camera. */
const shareInvoiceScreen = screen({
  ...common,
  id: 'shareInvoice',
  path: '/invoices/{id}/share',
  resource: 'invoice',
  needs: 'view',
  show: async ({ deps, store, company, id, w, f, href }) => {
    const invoice = await findInvoice(deps.em, { store, invoiceId: id });
    const customer = await deps.em.findOneOrFail(Customer, { id: invoice.customerId, ...store });
    const url = checkoutUrlOf(invoice, payersOrigin(company, deps.publicUrl));
    const dueCents = amountDueCents(invoice, storeToday(await deps.clock.now(store), company));
    const text = w.message({
      ...{ store: company.name, amount: f.money(dueCents), url },
      ...{ name: customer.name, dueDate: invoice.dueDate && f.date(invoice.dueDate) },
    });
    return {
      template: 'invoices/share',
      title: w.title(id),
      data: {
        id,
        url,
        // At the address of the panel, a visit by people of the store is known and does not count as the payer's.
        ownVisit: checkoutUrlOf(invoice, deps.publicUrl),
        amount: f.money(dueCents),
        customer: customer.name,
        isOver: invoice.paidAt !== null || !CAN_STILL_BE_PAID.includes(invoice.status),
        qrCode: href(`/invoices/${id}/share.svg`),
        ...addressesOf(customer, { text, subject: w.subject(company.name) }),
      },
    };
  },
});

/** The statuses in which the checkout takes a payment; that of an abandoned invoice takes one again. */
const CAN_STILL_BE_PAID: readonly InvoiceStatus[] = ['open', 'pending', 'refused', 'overdue', 'abandoned'];

/** The customer's own number and address, where there are some; else the person chooses them in the program. */
function addressesOf({ phone, email }: Customer, { text, subject }: { text: string; subject: string }) {
  const message = encodeURIComponent(text);
  return {
    whatsapp: `${whatsappUrl(phone ?? '')}?text=${message}`,
    mail: `mailto:${email === null ? '' : encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${message}`,
  };
}

const invoiceQrCodeScreen = screen({
  ...common,
  id: 'invoiceQrCode',
  path: '/invoices/{id}/share.svg',
  resource: 'invoice',
  needs: 'view',
  show: async ({ deps, store, company, id }) => {
    const invoice = await findInvoice(deps.em, { store, invoiceId: id });
    return {
      type: 'image/svg+xml',
      body: await renderQrCode(checkoutUrlOf(invoice, payersOrigin(company, deps.publicUrl))),
    };
  },
});

export const shareScreens = [shareInvoiceScreen, invoiceQrCodeScreen];
