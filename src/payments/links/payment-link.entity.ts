import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import type { Metadata } from '../../base/metadata/metadata.ts';
import type { PaymentMethod } from '../../banking/payment-method.ts';
import type { LineInput } from '../../invoices/price-lines.ts';

/** The methods by which the payers of a link pay: a boleto needs an address, which its page does not ask for. */
export const LINK_METHODS = ['pix', 'card'] as const;
export type LinkMethod = (typeof LINK_METHODS)[number];

/** An address at which anybody buys the same: each payer gets an invoice of their own. */
export const PaymentLinkSchema = defineEntity({
  name: 'PaymentLink',
  tableName: 'payment_links',
  indexes: [{ name: 'payment_links_store', properties: ['companyId', 'environment', 'id'] }],
  properties: {
    ...ownedByStore(),
    /** The unguessable part of its address. */
    hash: p.text().unique(),
    /** Names the thing that is sold, for the payer; the description of each invoice. */
    name: p.text(),
    description: p.text().strictNullable(),
    /** Sold at the prices of the moment in which somebody buys. */
    products: p.json<LineInput[]>(),
    paymentMethod: p.enum(LINK_METHODS).$type<LinkMethod>(),
    /** The methods among which each payer chooses; null: `paymentMethod` alone. */
    paymentMethods: p.array().columnType('text[]').$type<PaymentMethod[]>().strictNullable(),
    /** The most monthly parts of a card. */
    installments: p.integer().default(1),
    /** Whether its page asks for the code of a coupon. */
    acceptsCoupons: p.boolean().default(false),
    /** The number of invoices that are paid, or may be; null: any. */
    maxInvoices: p.integer().strictNullable(),
    /** The last day, of the store, on which somebody can buy; null: no end. */
    validUntil: p.date().strictNullable(),
    /** Where its payers go on after they paid: the `returnUrl` of each invoice. */
    returnUrl: p.text().strictNullable(),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** Nobody buys at an archived link; its invoices stay. */
    active: p.boolean().default(true),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class PaymentLink extends PaymentLinkSchema.class {}
PaymentLinkSchema.setClass(PaymentLink);
