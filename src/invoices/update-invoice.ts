import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fallsDue, hasCodeTime, METHODS, methodsOf, severalOf, type MethodChoice } from '../banking/payment-method.ts';
import { checkReturnUrl } from '../accounts/companies/return-addresses.ts';
import type { Store } from '../base/environment.ts';
import { customerErased } from '../catalog/customers/erased.ts';
import { Coupon } from '../catalog/coupons/coupon.entity.ts';
import {
  checkCoupon,
  checkSubtotal,
  discountOfCoupon,
  lockCoupon,
  redeemCoupon,
  releaseCoupon,
} from '../catalog/coupons/redeem-coupon.ts';
import type { Discount } from '../banking/amounts.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict, gatewayNotConfigured, invalidFields, type FieldError } from '../base/errors/errors.ts';
import { mergeMetadata } from '../base/metadata/metadata.ts';
import { cancelPendingAttempts } from './end-attempt.ts';
import { checkChargeable, checkChoosable } from './check-chargeable.ts';
import { couponOrDiscount } from './create-invoice.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { MAX_ATTEMPTS, newAttempt } from './new-attempt.ts';
import type { Clock } from '../base/time/clock.ts';
import { amountsOf, netPaidCents, quoteOf } from './amount-due.ts';
import { changeInvoice, type InvoiceChange } from './change-invoice.ts';
import { changeLateFees, checkDiscountEnd, checkMethods, checkTerms, chooseDueDate } from './check-terms.ts';
import type { CreateInvoiceInput } from './draft-invoice.ts';
import { abandonmentAfter, instantsOf, storeToday } from './due-dates.ts';
import { findInvoice } from './find-invoice.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import type { Invoice } from './invoice.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { createItems, findProducts, priceLines, subtotalOf, type InvoiceLineInput } from './price-lines.ts';

/** Fields that are not given stay as they are. */
export type InvoiceChanges = Partial<
  Omit<CreateInvoiceInput, 'customerId' | 'savedCardId' | 'paymentLink' | 'metadata'>
> & {
  metadata?: Record<string, string | null>;
};

const LABELS = ['description', 'externalReference', 'metadata', 'offersCardSaving', 'returnUrl'] as const;
type TermName = 'products' | keyof Terms;

/**
 * Changes an invoice and announces `invoice.updated` with the names of what changed. New terms (items, method, due
 * date, discount, coupon, fine, interest) are for an invoice on which no money has arrived: its charge is given up and
 * a new one is registered. A coupon takes the place of a discount, and a discount that of a coupon. Labels can change
 * at any time. Setting what already is changes nothing.
 *
 * @throws ApiError 404; 409 `invoice_not_editable`, `customer_erased` or `too_many_attempts`; 422 for what does not fit
 */
export async function updateInvoice(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, invoiceId, changes }: { store: Store; invoiceId: number; changes: InvoiceChanges },
): Promise<void> {
  if (changes.couponCode && changes.discount) throw couponOrDiscount();
  const { paymentMethod: method } = chooseMethods(await findInvoice(reader(em), { store, invoiceId }), changes);
  const gateway = await gateways.forStore(em, store, method);
  if (!gateway) throw gatewayNotConfigured(method);
  const at = await clock.now(store);
  await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    if (change.customer.erasedAt) throw customerErased(change.customer);
    const labels = changeLabels(change, changes);
    const discounted = await chooseDiscount(change, { store, changes });
    const terms = { ...resolveTerms(change, changes), ...termsOfDiscount(discounted) };
    const { products } = changes;
    const newTerms = await changedTerms(change, terms, products);
    const methods = changeChoice(change, changes);
    const about = { named: { ...changes, discount: terms.discount }, today: storeToday(at, change.company) };
    if (newTerms.includes('discount')) checkDiscountEnd(terms.discount, storeToday(at, change.company));
    if (newTerms.length > 0) {
      await changeTerms(change, { store, terms, products, coupon: discounted.coupon, gateway: gateway.name });
      checkChargeable(gateway, change.customer, change.invoice, about);
    }
    if (newTerms.length + methods.length > 0) {
      await checkChoosable(change.tx, gateways, change.customer, change.invoice, about);
    }
    // The code of a coupon changes with the coupon.
    const changed = [...new Set([...newTerms, ...methods, ...labels].map((name) => WIRE_NAMES[name]))];
    if (changed.length > 0) change.emit('invoice.updated', { changed });
  });
}

const WIRE_NAMES: Record<(typeof LABELS)[number] | TermName | 'paymentMethods', string> = {
  description: 'description',
  externalReference: 'external_reference',
  metadata: 'metadata',
  products: 'products',
  paymentMethod: 'payment_method',
  paymentMethods: 'payment_methods',
  dueDate: 'due_date',
  installments: 'installments',
  pixExpirySeconds: 'pix_expires_in',
  discount: 'discount',
  couponId: 'coupon',
  couponCode: 'coupon',
  offersCardSaving: 'offer_card_saving',
  returnUrl: 'return_url',
  fine: 'fine',
  interest: 'interest',
};

function changeLabels({ invoice, company }: InvoiceChange, changes: InvoiceChanges): (typeof LABELS)[number][] {
  const { description, externalReference, offersCardSaving, returnUrl } = changes;
  checkReturnUrl(company, returnUrl);
  const before = { ...invoice };
  if (description !== undefined) invoice.description = description;
  if (externalReference !== undefined) invoice.externalReference = externalReference;
  if (offersCardSaving !== undefined) invoice.offersCardSaving = offersCardSaving;
  if (returnUrl !== undefined) invoice.returnUrl = returnUrl;
  if (changes.metadata) invoice.metadata = mergeMetadata(invoice.metadata, changes.metadata);
  return LABELS.filter((name) => !isDeepStrictEqual(before[name], invoice[name]));
}

/**
 * The methods as they would be. A method that the payer may not choose becomes the only one; a new choice without the
 * present method begins with its first.
 *
 * @throws ApiError 422 for a method that is not in the choice that is given with it
 */
function chooseMethods(
  invoice: MethodChoice,
  { paymentMethod: given, paymentMethods }: InvoiceChanges,
): Required<MethodChoice> {
  if (paymentMethods) {
    const isKept = given === undefined && paymentMethods.includes(invoice.paymentMethod);
    const chosen = { paymentMethod: given ?? (isKept ? invoice.paymentMethod : paymentMethods[0]!), paymentMethods };
    checkMethods(chosen);
    return { ...chosen, paymentMethods: severalOf(chosen) };
  }
  const { paymentMethod, paymentMethods: present = null } = invoice;
  if (given === undefined || methodsOf(invoice).includes(given)) {
    return { paymentMethod: given ?? paymentMethod, paymentMethods: present };
  }
  return { paymentMethod: given, paymentMethods: null };
}

/** Another choice for the payer leaves the charge as it is. The method that is charged is one of the terms. */
function changeChoice(change: InvoiceChange, changes: InvoiceChanges): 'paymentMethods'[] {
  const { invoice } = change;
  const { paymentMethods } = chooseMethods(invoice, changes);
  if (isDeepStrictEqual(paymentMethods, invoice.paymentMethods)) return [];
  checkEditable(change);
  invoice.paymentMethods = paymentMethods === null ? null : [...paymentMethods];
  return ['paymentMethods'];
}

type Terms = Pick<
  Invoice,
  | 'paymentMethod'
  | 'dueDate'
  | 'installments'
  | 'pixExpirySeconds'
  | 'discount'
  | 'couponId'
  | 'couponCode'
  | 'fine'
  | 'interest'
>;

/** The discount that an invoice would have, and the coupon that gives it. */
interface Discounted {
  discount: Discount | null;
  coupon: Coupon | null;
}

/** @throws ApiError 422 for a coupon that is not to be had, before anything is changed */
async function chooseDiscount(
  { tx, invoice }: InvoiceChange,
  { store, changes: { couponCode, discount } }: { store: Store; changes: InvoiceChanges },
): Promise<Discounted> {
  const { couponId } = invoice;
  const present = couponId === null ? null : await tx.findOneOrFail(Coupon, couponId);
  if (couponCode) {
    if (present && couponCode.toUpperCase() === present.code) return { discount: invoice.discount, coupon: present };
    const coupon = await lockCoupon(tx, { store, code: couponCode, former: couponId });
    return { discount: discountOfCoupon(coupon), coupon };
  }
  if (discount !== undefined && !isDeepStrictEqual(discount, invoice.discount)) return { discount, coupon: null };
  if (couponCode === null && present) return { discount: null, coupon: null };
  return { discount: invoice.discount, coupon: present };
}

function termsOfDiscount({ discount, coupon }: Discounted): Pick<Terms, 'discount' | 'couponId' | 'couponCode'> {
  return { discount, couponId: coupon?.id ?? null, couponCode: coupon?.code ?? null };
}

/** The terms as they would be: what is given, what follows from it, and what is. */
function resolveTerms(
  { invoice, company, at }: InvoiceChange,
  changes: InvoiceChanges,
): Omit<Terms, 'discount' | 'couponId' | 'couponCode'> {
  const choice = chooseMethods(invoice, changes);
  const methods = methodsOf(choice);
  const isNeeded = methods.some((method) => METHODS[method].dueDate === 'always') && !invoice.dueDate;
  const given = changes.dueDate ?? null;
  const asksForDueDate = changes.dueDate !== undefined || isNeeded;
  const dueDate = asksForDueDate ? chooseDueDate({ ...choice, dueDate: given }, company, at) : invoice.dueDate;
  const hasTime = methods.some((paymentMethod) => hasCodeTime({ paymentMethod, dueDate }));
  const allowsInstallments = methods.some((method) => METHODS[method].allowsInstallments);
  return {
    paymentMethod: choice.paymentMethod,
    dueDate,
    pixExpirySeconds:
      changes.pixExpirySeconds === undefined && hasTime ? invoice.pixExpirySeconds : (changes.pixExpirySeconds ?? null),
    installments: changes.installments ?? (allowsInstallments ? invoice.installments : 1),
    ...changeLateFees(invoice, { ...changes, ...choice, dueDate }, company),
  };
}

/**
 * The terms that differ from the present ones; the lines of products count by product and quantity, at whatever price
 * they were sold.
 */
async function changedTerms(
  { tx, invoice }: InvoiceChange,
  terms: Terms,
  products: InvoiceChanges['products'],
): Promise<TermName[]> {
  const names = Object.keys(terms) as (keyof Terms)[];
  const changed = names.filter((name) => !isDeepStrictEqual(terms[name], invoice[name]));
  if (!products) return changed;
  const items = await tx.find(InvoiceItem, { invoiceId: invoice.id }, { orderBy: { position: 'asc' } });
  const present = items.map(({ productId, name, unitPriceCents, quantity }): InvoiceLineInput =>
    productId === null ? { name, unitPriceCents, quantity } : { productId, quantity },
  );
  return isDeepStrictEqual(present, products) ? changed : ['products', ...changed];
}

async function changeTerms(
  change: InvoiceChange,
  {
    store,
    terms,
    products,
    coupon,
    gateway,
  }: { store: Store; terms: Terms; products: InvoiceChanges['products']; coupon: Coupon | null; gateway: string },
): Promise<void> {
  const { tx, invoice, company, attempts, at, apply } = change;
  checkEditable(change);
  if (products) await replaceItems(change, store, products);
  await changeCoupon(change, coupon);
  Object.assign(invoice, terms);
  // A charge cannot be due in the past: whoever changes an invoice that is overdue is asked for a new date.
  if (fallsDue(invoice)) chooseDueDate(invoice, company, at);
  checkTerms(invoice);
  Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));

  cancelPendingAttempts(attempts, at);
  apply('terms_changed');
  Object.assign(invoice, instantsOf(invoice, company), { pixExpiresAt: null });
  invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
  if (!METHODS[invoice.paymentMethod].takesCardToken) {
    tx.create(PaymentAttempt, newAttempt({ invoice, company, number: attempts.length + 1, gateway, at }));
  }
}

/** @throws ApiError 409 where money has arrived, or the invoice has ended */
function checkEditable({ invoice, attempts }: InvoiceChange): void {
  const { id, status } = invoice;
  const editable = ['open', 'pending', 'refused', 'abandoned', 'overdue', 'expired'].includes(status);
  if (!editable || netPaidCents(invoice) > 0) {
    const why = editable ? 'has received money' : `is ${status}`;
    throw conflict('invoice_not_editable', `Invoice ${id} ${why}: only its labels can change. Create a new invoice.`);
  }
  if (attempts.length >= MAX_ATTEMPTS) {
    throw conflict('too_many_attempts', `Invoice ${id} was charged ${MAX_ATTEMPTS} times: create a new one.`);
  }
}

/** Somebody else can redeem the coupon of before. The coupon of a cycle's invoice is the subscription's own. */
async function changeCoupon({ tx, invoice, company, at }: InvoiceChange, coupon: Coupon | null): Promise<void> {
  const { id: invoiceId, customerId, subtotalCents, couponId: former } = invoice;
  if (coupon?.id === former) return coupon ? checkSubtotal(coupon, subtotalCents) : undefined;
  if (former !== null) await releaseCoupon(tx, former, { invoiceId });
  if (!coupon) return;
  await checkCoupon(tx, coupon, { customerId, subtotalCents, today: storeToday(at, company) });
  await redeemCoupon(tx, coupon, { customerId, invoiceId, at });
}

async function replaceItems(
  { tx, invoice }: InvoiceChange,
  store: Store,
  products: NonNullable<InvoiceChanges['products']>,
): Promise<void> {
  const errors: FieldError[] = [];
  const lines = priceLines(await findProducts(tx, { store, lines: products }), products, errors);
  if (errors.length > 0) throw invalidFields(errors);
  invoice.subtotalCents = subtotalOf(lines);
  await tx.nativeDelete(InvoiceItem, { invoiceId: invoice.id });
  createItems(tx, invoice.id, lines);
}
