import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { MAX_INSTALLMENTS } from '../../banking/installments.ts';
import {
  linesInput,
  METHOD_MISSING,
  methodsInput,
  returnUrlInput,
  type LineBody,
} from '../../invoices/invoice.schema.ts';
import { LINK_METHODS, type LinkMethod } from './payment-link.entity.ts';

/** A link of more is a shop; the invoices that count are counted at each visit. */
export const MAX_LINK_INVOICES = 10_000;

const input = {
  name: fields.line(200).description('What is sold: the heading of the page, and the description of each invoice.'),
  description: fields.line(1000).allow(null),
  installments: joi.number().integer().min(1).max(MAX_INSTALLMENTS).description('The most monthly parts of a card.'),
  accepts_coupons: fields.boolean.description('Whether the page asks for the code of a coupon.'),
  max_invoices: joi
    .number()
    .integer()
    .min(1)
    .max(MAX_LINK_INVOICES)
    .allow(null)
    .description('How many may buy: invoices that are paid or may be paid count, those that ran out do not.'),
  return_url: returnUrlInput,
  valid_until: fields.date.allow(null).description("The last day on which somebody can buy, in the store's time zone."),
};

export interface CreatePaymentLinkBody {
  name: string;
  description: string | null;
  products: LineBody[] | null;
  /** BRL. */
  amount: number | null;
  payment_method?: LinkMethod;
  payment_methods?: LinkMethod[];
  installments: number;
  accepts_coupons: boolean;
  max_invoices: number | null;
  valid_until: string | null;
  return_url: string | null;
  metadata: Record<string, string>;
}

export const createPaymentLinkSchema = joi
  .object<CreatePaymentLinkBody>({
    name: input.name.required(),
    description: input.description.default(null),
    products: linesInput
      .allow(null)
      .default(null)
      .description('What is sold, at the prices of the moment in which somebody buys. Either this or `amount`.'),
    amount: fields.amount
      .allow(null)
      .default(null)
      .description('BRL. Instead of `products`: a product of this price, with the name of the link, is made for it.'),
    payment_method: joi.string().valid(...LINK_METHODS),
    payment_methods: methodsInput(LINK_METHODS),
    installments: input.installments.default(1),
    accepts_coupons: input.accepts_coupons.default(false),
    max_invoices: input.max_invoices.default(null),
    valid_until: input.valid_until.default(null),
    return_url: input.return_url.default(null),
    metadata: fields.metadata.default({}),
  })
  .or('payment_method', 'payment_methods')
  .messages(METHOD_MISSING)
  .component('CreatePaymentLink');

export type UpdatePaymentLinkBody = Partial<
  Pick<
    CreatePaymentLinkBody,
    'name' | 'description' | 'installments' | 'accepts_coupons' | 'max_invoices' | 'valid_until' | 'return_url'
  >
> & { metadata?: Record<string, string | null>; active?: boolean };

export const updatePaymentLinkSchema = joi
  .object<UpdatePaymentLinkBody>({
    ...input,
    metadata: fields.metadataChanges,
    active: fields.boolean.description('`false` archives, `true` brings back.'),
  })
  .component('UpdatePaymentLink');

export interface ListPaymentLinksQuery extends PageQuery, TimeRange {
  active?: boolean;
}

export const listPaymentLinksQuery = pageQuery<ListPaymentLinksQuery>({
  active: fields.boolean.description('`false`: only the archived ones.'),
});

export const paymentLinkSchema = answerObject('PaymentLink', {
  id: shown.id,
  url: shown.text.description('The page at which anybody buys.'),
  name: shown.text,
  description: shown.textOrNull,
  products: joi
    .array()
    .items(answerObject('PaymentLinkLine', { product_id: shown.id, quantity: joi.number().integer().min(1) })),
  payment_method: joi.string().valid(...LINK_METHODS),
  payment_methods: joi
    .array()
    .items(joi.string().valid(...LINK_METHODS))
    .description('The methods among which each payer chooses.'),
  installments: joi.number().integer().min(1),
  accepts_coupons: shown.flag,
  max_invoices: joi.number().integer().min(1).allow(null),
  valid_until: shown.dateOrNull,
  return_url: shown.textOrNull.description('Where its payers go on after they paid.'),
  metadata: shown.metadata,
  active: shown.flag.description('Nobody buys at an archived link; its invoices stay.'),
  created_at: shown.time,
  updated_at: shown.time,
});

export const paymentLinkListSchema = answerList('PaymentLinkList', paymentLinkSchema);
