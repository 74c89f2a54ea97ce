import type { ArraySchema } from 'joi';
import { MAX_PERIOD_SECONDS, MIN_PERIOD_SECONDS } from '../accounts/companies/set-collection.ts';
import { customerSchema } from '../catalog/customers/customer.schema.ts';
import { ENVIRONMENTS } from '../base/environment.ts';
import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, timeFilters, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { MAX_INSTALLMENTS } from '../banking/installments.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import { END_TO_END_ID } from '../banking/pix/end-to-end-id.ts';
import { attemptSchema, boletoSchema, cardSchema, pixSchema, receivedPaymentSchema } from './payment.schema.ts';
import type { WireAdjustment, WireDiscount } from '../banking/amounts.ts';
import { adjustmentInput, shownAdjustment } from '../catalog/adjustment.schema.ts';
import { couponCodeInput } from '../catalog/coupons/coupon.schema.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './state-machine.ts';
import { MAX_STEPS, type TimelinePage } from './read-timeline.ts';

export interface LineBody {
  product_id: number;
  quantity: number;
}

/** A line that sells no product: it has a name and price of its own. */
export interface OneOffLineBody {
  name: string;
  /** BRL with at most two decimals. */
  unit_price: number;
  quantity: number;
}

export type InvoiceLineBody = LineBody | OneOffLineBody;

const quantity = joi.number().integer().min(1).max(10_000).required();

/** The sold products and how many of each. */
export const linesInput = joi
  .array()
  .items(joi.object<LineBody>({ product_id: fields.id.required(), quantity }).component('ProductLineInput'))
  .min(1)
  .max(100);

/** The longest name of a product, and of a line without one. */
export const MAX_LINE_NAME = 200;

const invoiceLinesInput = joi
  .array()
  .items(
    joi
      .object<InvoiceLineBody>({
        product_id: fields.id.description('Sells a product at its present name and price.'),
        name: fields
          .line(MAX_LINE_NAME)
          .description('Instead of `product_id`, with `unit_price`: sells something that is no product.'),
        unit_price: fields.amount.description('BRL. Instead of `product_id`, with `name`.'),
        quantity,
      })
      .or('product_id', 'name', 'unit_price')
      .and('name', 'unit_price')
      .without('product_id', ['name', 'unit_price'])
      .messages({
        'object.missing': '{#label} must have product_id, or name and unit_price',
        'object.and': '{#label} must have both name and unit_price, or product_id instead of them',
        'object.without': '{#mainWithLabel} sells a product at its own name and price: leave out {#peerWithLabel}',
      })
      .component('InvoiceLineInput'),
  )
  .min(1)
  .max(100);

/** The methods among which a payer chooses. */
export function methodsInput(methods: readonly PaymentMethod[]): ArraySchema {
  return joi
    .array<PaymentMethod[]>()
    .items(joi.string().valid(...methods))
    .min(1)
    .max(methods.length)
    .unique()
    .description(
      'The methods among which the payer chooses on the checkout. The first one is charged first, unless `payment_method` names another. A single charge is live at a time: whoever chooses another method takes the old charge back.',
    );
}

export const METHOD_MISSING = {
  'object.missing': 'payment_method is required: give one, or several as payment_methods',
};

export const returnUrlInput = joi
  .string()
  .pattern(/^https:\/\/[!-~]+$/)
  .max(2000)
  .messages({ 'string.pattern.base': '{#label} must be an https address' })
  .allow(null)
  .description(
    'Where the payer goes on once the invoice is paid or has ended: an https address at an origin that the store has registered in the panel.',
  );

const input = {
  products: invoiceLinesInput.description(
    'The lines: each sells a product, or has a `name` and `unit_price` of its own.',
  ),
  payment_method: joi
    .string()
    .valid(...PAYMENT_METHODS)
    .description('The method by which it is charged first; without `payment_methods`, the only one.'),
  payment_methods: methodsInput(PAYMENT_METHODS),
  due_date: fields.date
    .allow(null)
    .description(
      "A day in the store's time zone. A boleto gets one by the store's settings where none is given. A Pix invoice with one is payable until then, overdue after, and grows by fine and interest, as a boleto.",
    ),
  installments: joi
    .number()
    .integer()
    .min(1)
    .max(MAX_INSTALLMENTS)
    .description('Monthly parts of a card payment, at most.'),
  pix_expires_in: joi
    .number()
    .integer()
    .min(MIN_PERIOD_SECONDS)
    .max(MAX_PERIOD_SECONDS)
    .allow(null)
    .description(
      "Seconds for which a Pix code is payable, from its making; for Pix without due_date. `null`: as the store's settings say.",
    ),
  discount: joi
    .object<WireDiscount>({ ...adjustmentInput, until: fields.date.allow(null).default(null) })
    .component('DiscountInput')
    .description('`percentage` of the subtotal. With `until`, only for who pays on that day or before.')
    .allow(null),
  coupon: couponCodeInput
    .allow(null)
    .description('The code of a coupon, which takes the place of `discount`. Canceling the invoice gives it back.'),
  offer_card_saving: fields.boolean.description(
    'Whether the checkout asks the payer if the store may keep the card. The saved card is in `payments` once it has paid.',
  ),
  fine: joi
    .object<WireAdjustment>(adjustmentInput)
    .component('FineInput')
    .description(
      "Once, when it is paid after the due date: `percentage` of what was due. A boleto, or a Pix invoice with due_date, that names none gets the one of the store's settings, when it is created or when an invoice becomes one; an invoice that stops being one loses it again. `null`: none.",
    )
    .allow(null),
  interest: joi
    .object<WireAdjustment>(adjustmentInput)
    .component('InterestInput')
    .description(
      "For each day after the due date, simple: `percentage` of what was due, a day. 1 % a month is 0.0333, and 1 is 1 % a day, about 30 % a month. A boleto, or a Pix invoice with due_date, that names none gets the one of the store's settings, when it is created or when an invoice becomes one; an invoice that stops being one loses it again. `null`: none.",
    )
    .allow(null),
  return_url: returnUrlInput,
  description: fields.line(500).allow(null),
  external_reference: fields.externalReference.allow(null),
};

export interface CreateInvoiceBody {
  customer_id: number;
  products: InvoiceLineBody[];
  payment_method?: PaymentMethod;
  payment_methods?: PaymentMethod[];
  due_date: string | null;
  installments: number;
  pix_expires_in: number | null;
  discount: WireDiscount | null;
  coupon: string | null;
  saved_card_id: number | null;
  offer_card_saving: boolean;
  return_url: string | null;
  fine?: WireAdjustment | null;
  interest?: WireAdjustment | null;
  description: string | null;
  external_reference: string | null;
  metadata: Record<string, string>;
}

export const createInvoiceSchema = joi
  .object<CreateInvoiceBody>({
    customer_id: fields.id.required(),
    products: input.products.required(),
    payment_method: input.payment_method,
    payment_methods: input.payment_methods,
    due_date: input.due_date.default(null),
    installments: input.installments.default(1),
    pix_expires_in: input.pix_expires_in.default(null),
    discount: input.discount.default(null),
    coupon: input.coupon.default(null),
    saved_card_id: fields.id
      .allow(null)
      .default(null)
      .description('A saved card of the customer, which is charged at once, while nobody is there.'),
    offer_card_saving: input.offer_card_saving.default(false),
    return_url: input.return_url.default(null),
    fine: input.fine,
    interest: input.interest,
    description: input.description.default(null),
    external_reference: input.external_reference.default(null),
    metadata: fields.metadata.default({}),
  })
  .or('payment_method', 'payment_methods')
  .messages(METHOD_MISSING)
  .component('CreateInvoice');

export type UpdateInvoiceBody = Partial<Omit<CreateInvoiceBody, 'customer_id' | 'saved_card_id' | 'metadata'>> & {
  metadata?: Record<string, string | null>;
};

export const updateInvoiceSchema = joi
  .object<UpdateInvoiceBody>({ ...input, metadata: fields.metadataChanges })
  .component('UpdateInvoice');

export interface ListInvoicesQuery extends PageQuery, TimeRange, TimeRange<'paid_at'> {
  status?: InvoiceStatus;
  customer_id?: number;
  subscription_id?: number;
  payment_link_id?: number;
  coupon_id?: number;
  payment_method?: PaymentMethod;
  external_reference?: string;
  end_to_end_id?: string;
  'due_date[gte]'?: string;
  'due_date[lte]'?: string;
}

export const listInvoicesQuery = pageQuery<ListInvoicesQuery>({
  status: joi
    .string()
    .valid(...INVOICE_STATUSES)
    .description('Only in this status.'),
  customer_id: fields.id.description('Only of this customer.'),
  subscription_id: fields.id.description('Only made by this subscription.'),
  payment_link_id: fields.id.description('Only bought at this payment link.'),
  coupon_id: fields.id.description('Only with the discount of this coupon.'),
  payment_method: input.payment_method.description('Only to be paid so.'),
  external_reference: fields.externalReference,
  end_to_end_id: joi
    .string()
    .pattern(END_TO_END_ID)
    .messages({ 'string.pattern.base': '{#label} must be 32 letters and digits, as banks number a Pix' })
    .description('Only paid by the Pix that banks know by this number.'),
  'due_date[gte]': fields.date.description('Due on this day or after.'),
  'due_date[lte]': fields.date.description('Due on this day or before.'),
  ...timeFilters('paid_at', 'Paid'),
});

export const lineSchema = answerObject('InvoiceLine', {
  product_id: shown.id.allow(null).description('null: a line with a name and price of its own.'),
  name: shown.text.description('As it was sold.'),
  quantity: joi.number().integer().min(1),
  unit_price: shown.amount.description('As it was sold.'),
  amount: shown.amount,
});

export const invoiceSchema = answerObject('Invoice', {
  id: shown.id,
  status: joi.string().valid(...INVOICE_STATUSES),
  checkout_hash: shown.text,
  checkout_url: shown.text.description("The payer's page."),
  customer: customerSchema,
  subscription_id: shown.id.allow(null).description('The subscription that made it; null: none did.'),
  payment_link_id: shown.id.allow(null).description('The payment link at which its payer bought.'),
  products: joi.array().items(lineSchema),
  subtotal: shown.amount.description('The sum of the lines.'),
  discount_amount: shown.amount,
  fine_amount: shown.amount,
  interest_amount: shown.amount,
  installment_interest_amount: shown.amount.description(
    'The interest of a card payment in parts, once it is paid; 0 before.',
  ),
  total: shown.amount.description(
    'subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day.',
  ),
  amount_due: shown.amount.description(
    'The amount that is still to be paid today: late fees included, payments taken off.',
  ),
  amount_paid: shown.amount,
  amount_refunded: shown.amount,
  amount_credited: shown.amount.description('The part of total that credit notes took off.'),
  amount_written_off: shown.amount.description(
    'The part of total that the store does not expect any more. Money that comes all the same takes it back.',
  ),
  amount_disputed: shown.amount.description(
    'The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded.',
  ),
  discount: answerObject('Discount', { ...shownAdjustment, until: shown.dateOrNull }).allow(null),
  coupon: shown.textOrNull.description('The code of the coupon that gave `discount`.'),
  coupon_id: shown.id.allow(null),
  offer_card_saving: shown.flag.description('Whether the checkout asks the payer if the store may keep the card.'),
  return_url: shown.textOrNull.description('Where the payer goes on once the invoice is paid or has ended.'),
  fine: answerObject('Fine', shownAdjustment).allow(null),
  interest: answerObject('Interest', shownAdjustment).allow(null),
  installments: joi.number().integer().min(1),
  installment_interest: answerObject('InstallmentInterest', {
    free_up_to: joi.number().integer().min(1).max(MAX_INSTALLMENTS).description('So many parts cost no interest.'),
    monthly_rate: joi.number().description('Percent a month, for more parts (Tabela Price).'),
  })
    .allow(null)
    .description(
      "The store's table of the day on which the invoice was made; null: no number of parts costs interest.",
    ),
  pix_expires_in: joi.number().integer().allow(null),
  payment_method: joi
    .string()
    .valid(...PAYMENT_METHODS)
    .description('The method by which it is charged now, or was paid.'),
  payment_methods: joi
    .array()
    .items(joi.string().valid(...PAYMENT_METHODS))
    .description('The methods among which the payer chooses, `payment_method` among them.'),
  due_date: shown.dateOrNull,
  paid_at: shown.timeOrNull,
  pix: pixSchema.allow(null),
  boleto: boletoSchema.allow(null),
  card: cardSchema.allow(null),
  payments: joi.array().items(attemptSchema),
  external_payments: joi
    .array()
    .items(receivedPaymentSchema)
    .description('Money that came past every gateway, as cash or by transfer; those that were taken back too.'),
  description: shown.textOrNull,
  external_reference: shown.textOrNull,
  metadata: shown.metadata,
  environment: joi.string().valid(...ENVIRONMENTS),
  created_at: shown.time,
  updated_at: shown.time,
});

export const invoiceListSchema = answerList('InvoiceList', invoiceSchema);

export interface QuoteInvoiceQuery {
  at?: string;
}

export const quoteInvoiceQuery = joi.object<QuoteInvoiceQuery>({
  at: fields.date.description(
    "A day in the store's time zone: today unless given, from the invoice's creation to five years from today.",
  ),
});

export const quoteSchema = answerObject('Quote', {
  invoice_id: shown.id,
  at: shown.date,
  due_date: shown.dateOrNull,
  days_late: joi
    .number()
    .integer()
    .min(0)
    .description('Calendar days after the due date, moved to a business day; once paid, those of the payment.'),
  subtotal: shown.amount.description('The sum of the lines.'),
  discount_amount: shown.amount,
  fine_amount: shown.amount,
  interest_amount: shown.amount,
  installment_interest_amount: shown.amount.description(
    'The interest of a card payment in parts, once it is paid; 0 before.',
  ),
  total: shown.amount.description(
    'subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount.',
  ),
  amount_paid: shown.amount,
  amount_credited: shown.amount,
  amount_due: shown.amount.description(
    'The amount that is still to be paid on that day; 0 once the invoice was paid, canceled, expired or abandoned.',
  ),
  installment_plans: joi
    .array()
    .items(
      answerObject('InstallmentPlan', {
        installments: joi.number().integer().min(1).max(MAX_INSTALLMENTS),
        installment_amount: shown.amount.description('Each part; without interest rounded to the cent.'),
        interest_amount: shown.amount.description('The part of total that is interest.'),
        total: shown.amount.description('The amount that a card payment in so many parts charges.'),
        monthly_rate: joi.number().description('Percent a month (Tabela Price); 0 without interest.'),
        effective_annual_cost: joi
          .number()
          .description('CET: percent a year at which the parts, a month apart, are worth amount_due.'),
      }),
    )
    .description(
      'The card payments among which the payer chooses; empty where no card is taken, or nothing is to be paid.',
    ),
});

const step = joi
  .string()
  .pattern(/^(event|attempt|refund)_\d{1,16}(_given_up)?$/)
  .messages({ 'string.pattern.base': '{#label} must be the id of a step, such as event_12' });

export const timelineQuery = joi
  .object<TimelinePage>({
    limit: joi
      .number()
      .integer()
      .min(1)
      .max(MAX_STEPS)
      .default(MAX_STEPS)
      .description('How many steps a page has at most.'),
    starting_after: step.description('The page of what happened after this step.'),
    ending_before: step.description('The page of what happened before this step.'),
  })
  .oxor('starting_after', 'ending_before')
  .messages({ 'object.oxor': 'starting_after and ending_before exclude each other' });

export const timelineSchema = answerObject('Timeline', {
  data: joi
    .array()
    .items(
      answerObject('TimelineEntry', {
        id: shown.text.description('The id of the step, for the next page: `event_12`, `attempt_5`, `refund_3`.'),
        at: shown.time,
        what: shown.text.description("An event's name, or what happened to a payment or refund: `payment.submitted`."),
        why: shown.text.description('In words.'),
        details: joi.object().unknown().description('Ids and amounts.'),
      }),
    )
    .description('The steps of the invoice, the oldest first.'),
  has_more: joi.boolean().description('Whether more steps follow in the direction of reading.'),
  waits_for: joi
    .array()
    .items(
      answerObject('TimelineWait', {
        what: shown.text.description(
          'Stable, for programs: `pix_expired`, `gateway_registration`, `webhook_deliveries` …',
        ),
        at: shown.timeOrNull.description('When it happens by itself; null where it depends on others.'),
        why: shown.text.description('In words.'),
      }),
    )
    .description('The moments that the invoice waits for next. Empty: nothing happens unless somebody acts.'),
});
