import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { PAYMENT_METHODS } from '../../banking/payment-method.ts';
import { renderQrCode } from '../../banking/documents/render-qr-code.ts';
import { renderPreview } from '../../checkout/pages/render-page.ts';
import { joi } from '../../base/http/joi.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { findCustomerName } from '../../catalog/customers/search-customers.ts';
import { amountDueCents } from '../../invoices/amount-due.ts';
import { checkoutUrlOf } from '../../invoices/checkout-url.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import type { InvoiceStatus } from '../../invoices/state-machine.ts';
import { suggesting } from '../choices.ts';
import { customerChoices } from '../customers/customer-choices.ts';
import { formFields, writeReference } from '../form-fields.ts';
import { LINE_NUMBERS } from '../line-numbers.ts';
import { productChoices } from '../products/product-choices.ts';
import { screen } from '../screen.ts';
import { DISCOUNTS, LATE_FEES, saleFields, type SaleForm } from './invoice-form.ts';
import { newInvoiceWords } from './new-invoice.words.ts';
import { outlineSale } from './outline-sale.ts';
import { outlineView } from './outline-view.ts';

const common = { scope: 'store', section: 'invoices', words: newInvoiceWords } as const;

/** With the fields of a sale in its address, the page says what the invoice would be: nothing of a payer is in it. */
export const newInvoiceScreen = screen({
  ...common,
  id: 'newInvoice',
  path: '/invoices/new',
  needs: 'collect',
  query: joi.object<SaleForm & { customer?: number }>({ ...saleFields, customer: formFields.reference() }),
  show: async (request) => {
    const { deps, store, asked, input, w, t, f, href } = request;
    const { customer: customerId } = input;
    const name = customerId === undefined ? null : await findCustomerName(deps.em, { store, customerId });
    const outline = await outlineSale(request);
    return {
      template: 'new-invoice/new',
      title: w.title,
      data: {
        values: {
          ...Object.fromEntries(LINE_NUMBERS.map((number) => [`quantity_${number}`, '1'])),
          ...{ payment_method: 'pix', installments: '1', discount_type: 'none', fine_type: 'store' },
          interest_type: 'store',
          ...asked.values,
          customer: customerId === undefined || name === null ? '' : writeReference({ id: customerId, name }),
        },
        lineNumbers: LINE_NUMBERS,
        methods: PAYMENT_METHODS.map((value) => ({ value, label: t.methods[value] })),
        discounts: DISCOUNTS.map((value) => ({ value, label: w.adjustments[value] })),
        lateFees: LATE_FEES.map((value) => ({ value, label: w.adjustments[value] })),
        customers: await customerChoices(deps.em, { store, text: '' }),
        products: await productChoices(deps.em, { store, text: '', f }),
        suggestingCustomers: suggesting({ list: 'customer-choices', from: href('/customers/choices') }),
        suggestingProducts: suggesting({ list: 'product-choices', from: href('/products/choices') }),
        outline: outline && {
          problem: outline.problem,
          lines: outline.lines.map(({ name, quantity, amountCents }) => ({
            ...{ name, quantity: f.number(quantity), amount: f.money(amountCents) },
          })),
          subtotal: f.money(outline.subtotalCents),
          discount: outline.discountCents > 0 ? f.money(outline.discountCents) : null,
          total: f.money(outline.totalCents),
          dueDate: outline.dueDate && f.date(outline.dueDate),
          preview: outline.isPossible
            ? href(`/invoices/new/preview?${new URLSearchParams(textsOf(asked.values)).toString()}`)
            : null,
        },
      },
    };
  },
});

/** Repeated and empty values are left out. */
function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

/** The page that the payer of such an invoice would see. */
const invoicePreviewScreen = screen({
  ...common,
  id: 'invoicePreview',
  path: '/invoices/new/preview',
  needs: 'collect',
  query: joi.object<SaleForm>(saleFields),
  show: async (request) => {
    const { deps, store, company, language, now, href } = request;
    const outline = await outlineSale(request);
    if (!outline?.isPossible) return { redirectTo: href('/settings/preview') };
    const brand = {
      name: company.name,
      brandColor: company.brandColor,
      logoVersion: await findLogoVersion(deps.em, store.companyId),
    };
    const view = outlineView(outline, { company, brand, isSandbox: store.environment === 'sandbox', now });
    return { render: ({ nonce }) => renderPreview(view, { language, nonce, base: href('/settings') }) };
  },
});

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
    const url = checkoutUrlOf(invoice, deps.publicUrl);
    const dueCents = amountDueCents(invoice, storeToday(await deps.clock.now(store), company));
    const text = w.message({
      ...{ store: company.name, amount: f.money(dueCents), url },
      ...{ name: customer.name, dueDate: invoice.dueDate && f.date(invoice.dueDate) },
    });
    return {
      template: 'new-invoice/share',
      title: w.shareTitle(id),
      data: {
        id,
        url,
        text,
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
    whatsapp: `https://wa.me/${numberOf(phone)}?text=${message}`,
    mail: `mailto:${email === null ? '' : encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${message}`,
  };
}

/** The digits of a phone with the code of its country, which is Brazil's where none is given. */
function numberOf(phone: string | null): string {
  const digits = phone?.replace(/\D/g, '') ?? '';
  if (phone?.startsWith('+')) return digits;
  return /^\d{10,11}$/.test(digits) ? `55${digits}` : digits;
}

const invoiceQrCodeScreen = screen({
  ...common,
  id: 'invoiceQrCode',
  path: '/invoices/{id}/share.svg',
  resource: 'invoice',
  needs: 'view',
  show: async ({ deps, store, id }) => {
    const invoice = await findInvoice(deps.em, { store, invoiceId: id });
    return { type: 'image/svg+xml', body: renderQrCode(checkoutUrlOf(invoice, deps.publicUrl)) };
  },
});

export const newInvoiceScreens = [newInvoiceScreen, invoicePreviewScreen, shareInvoiceScreen, invoiceQrCodeScreen];
