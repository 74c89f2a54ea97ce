import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { PAYMENT_METHODS } from '../../banking/payment-method.ts';
import { renderPreview } from '../../checkout/pages/render-page.ts';
import { joi } from '../../base/http/joi.ts';
import { findCustomerName } from '../../catalog/customers/search-customers.ts';
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

export const newInvoiceScreens = [newInvoiceScreen, invoicePreviewScreen];
