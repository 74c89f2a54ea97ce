import { ApiError, invalidFields, type FieldError } from '../../base/errors/errors.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Store } from '../../base/environment.ts';
import { lockCoupon } from '../../catalog/coupons/redeem-coupon.ts';
import { createCustomer } from '../../catalog/customers/create-customer.ts';
import { createInvoice } from '../../invoices/create-invoice.ts';
import { readCustomer, type CustomerFields } from '../customers/customer-form.ts';
import type { PanelDeps } from '../panel-deps.ts';
import { missing } from '../read-form.ts';
import { renameRefusals } from '../rename-refusals.ts';
import { act } from '../screen.ts';
import { formFieldOf, invoiceForm, readSale, withoutNumber, type PayerForm } from './invoice-form.ts';
import { newInvoiceScreen } from './new-invoice.pages.ts';
import { newInvoiceWords } from './new-invoice.words.ts';

const createInvoiceAct = act({
  id: 'createInvoice',
  scope: 'store',
  path: '/invoices',
  needs: 'collect',
  words: newInvoiceWords,
  screen: newInvoiceScreen,
  form: invoiceForm,
  run: async ({ deps, store, language, input: form, href }) => {
    const errors: FieldError[] = [];
    const payer = readPayer(form, { language, errors });
    const { lines, terms } = readSale(form, { language, errors });
    if (lines.length === 0 && !errors.some(({ field }) => /^(item|price)_/.test(field))) errors.push(missing('item_1'));
    if (errors.length > 0) throw invalidFields(errors);
    const { couponCode } = terms;
    const isNew = 'name' in payer;
    const rename = ({ field, ...one }: FieldError) => ({ field: formFieldOf(field, { lines, isNew }), ...one });
    const { invoice } = await renameRefusals(rename, async () => {
      // Before the turn that a new customer takes: docs/decisions/0024-order-of-locks.md.
      if (couponCode && isNew) await lockCoupon(deps.em, { store, code: couponCode });
      const customerId = await customerOf(deps, store, payer);
      return createInvoice(deps, { store, input: { customerId, products: lines.map(withoutNumber), ...terms } });
    });
    return { goTo: href(`/invoices/${invoice.id}/share`), subject: `invoice ${invoice.id}` };
  },
});

type Payer = { id: number } | CustomerFields;

/** A customer of the list, or a new one. */
function readPayer(form: PayerForm, { language, errors }: { language: PanelLanguage; errors: FieldError[] }): Payer {
  const { customer: id, customer_name: name, customer_email: email, ...rest } = form;
  const { customer_document: document, customer_phone: phone } = rest;
  const isNew = [name, email, document, phone].some((text) => text !== undefined);
  if (id !== undefined && isNew) {
    errors.push({ field: 'customer', code: 'customer_or_new', message: 'A customer of the list or a new one.' });
  }
  if (id !== undefined) return { id };
  if (!isNew) {
    errors.push(missing('customer'));
    return { id: 0 };
  }
  try {
    return readCustomer(
      { ...(name && { name }), ...(email && { email }), ...(document && { document }), ...(phone && { phone }) },
      language,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    errors.push(...error.errors.map(({ field, ...one }) => ({ field: `customer_${field}`, ...one })));
    return { id: 0 };
  }
}

async function customerOf(deps: PanelDeps, store: Store, payer: Payer): Promise<number> {
  if ('id' in payer) return payer.id;
  const input = { ...payer, external_reference: null, language: null, metadata: {} };
  return (await createCustomer(deps, { store, input })).id;
}

export const newInvoiceActs = [createInvoiceAct];
