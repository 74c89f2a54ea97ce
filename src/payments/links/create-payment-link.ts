import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { cardMethodOf, severalOf, type MethodChoice } from '../../banking/payment-method.ts';
import { Company } from '../../accounts/companies/company.entity.ts';
import { checkReturnUrl } from '../../accounts/companies/return-addresses.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { createProduct } from '../../catalog/products/create-product.ts';
import { checkMethods } from '../../invoices/check-terms.ts';
import { toLine } from '../../invoices/invoice-input.ts';
import { findProducts, priceLines, subtotalOf, type LineInput } from '../../invoices/price-lines.ts';
import { PaymentLink } from './payment-link.entity.ts';
import type { CreatePaymentLinkBody } from './payment-link.schema.ts';

/** @throws ApiError 422 for products that the store does not have or has archived, and for both or neither */
export async function createPaymentLink(
  deps: { em: EntityManager; clock: Clock },
  { store, input }: { store: Store; input: CreatePaymentLinkBody },
): Promise<PaymentLink> {
  const now = await deps.clock.now(store);
  const { products, amount, name } = input;
  if ((products === null) === (amount === null)) {
    const message = 'products or amount is required, and not both: say what is sold, or for how much.';
    throw invalidFields([{ field: 'products', code: 'one_of_two', message }]);
  }
  // The schema asks for one of them.
  const paymentMethod = input.payment_method ?? input.payment_methods![0]!;
  const choice = { paymentMethod, paymentMethods: input.payment_methods ?? null };
  checkMethods(choice);
  checkInstallments(choice, input.installments);
  return inTransaction(deps.em, async (tx) => {
    checkReturnUrl(await tx.findOneOrFail(Company, store.companyId), input.return_url);
    const lines = products ? await checkLines(tx, store, products.map(toLine)) : null;
    const made = lines ?? [await productFor({ ...deps, em: tx }, { store, name, amount: amount! })];
    const link = tx.create(PaymentLink, {
      ...store,
      // As the address of a checkout: it cannot be guessed or counted through.
      hash: randomBytes(18).toString('base64url'),
      name,
      description: input.description,
      products: made,
      paymentMethod,
      paymentMethods: severalOf(choice),
      installments: input.installments,
      acceptsCoupons: input.accepts_coupons,
      maxInvoices: input.max_invoices,
      validUntil: input.valid_until,
      returnUrl: input.return_url,
      metadata: input.metadata,
      active: true,
      createdAt: now,
      updatedAt: now,
    });
    await tx.flush();
    return link;
  });
}

/** @throws ApiError 422 for parts of what is paid at once */
export function checkInstallments(choice: MethodChoice, installments: number): void {
  if (installments === 1 || cardMethodOf(choice) !== null) return;
  const message = 'installments is only for links that are paid by card.';
  throw invalidFields([{ field: 'installments', code: 'not_allowed', message }]);
}

async function checkLines(tx: EntityManager, store: Store, lines: LineInput[]): Promise<LineInput[]> {
  const errors: FieldError[] = [];
  const priced = priceLines(await findProducts(tx, { store, lines }), lines, errors);
  if (errors.length > 0) throw invalidFields(errors);
  subtotalOf(priced);
  return lines;
}

/** An invoice sells products: the amount becomes the price of one. */
async function productFor(
  deps: { em: EntityManager; clock: Clock },
  { store, name, amount }: { store: Store; name: string; amount: number },
): Promise<LineInput> {
  const input = { name, price: amount, description: null, sku: null, metadata: {} };
  const { id: productId } = await createProduct(deps, { store, input });
  return { productId, quantity: 1 };
}
