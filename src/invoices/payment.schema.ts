import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { ATTEMPT_STATES } from './payment-attempt.entity.ts';
import { MAX_INSTALLMENTS } from '../banking/installments.ts';
import { PAYMENT_METHODS, RECEIVED_BY, type PaymentMethod } from '../banking/payment-method.ts';

/** A gateway's token of a card. */
export const cardToken = joi
  .string()
  .pattern(/^[a-z]{2,10}_\w{1,100}$/)
  .messages({ 'string.pattern.base': "{#label} must be the gateway's token (such as tok_…), never a card number" });

/** The same, or null for no card. */
export const cardTokenInput = cardToken.allow(null);

export interface SubmitPaymentBody {
  payment_method: PaymentMethod | null;
  card_token: string | null;
  saved_card_id: number | null;
  save_card: boolean;
  installments?: number;
  /** BRL. */
  amount?: number;
}

export const submitPaymentSchema = joi
  .object<SubmitPaymentBody>({
    payment_method: joi
      .string()
      .valid(...PAYMENT_METHODS)
      .allow(null)
      .default(null)
      .description(
        'The method that the payer chose, of `payment_methods` of the invoice: the charge by another one is taken back. Left out: the card, where one is given, or the method by which the invoice is charged now.',
      ),
    card_token: cardTokenInput
      .default(null)
      .description("The gateway's token of the payer's card; for card invoices only."),
    saved_card_id: fields.id
      .allow(null)
      .default(null)
      .description('Instead of a token: a saved card of the customer, which is charged while nobody is there.'),
    save_card: fields.boolean
      .default(false)
      .description('The payer agrees that the card is kept, and charged again later. It is saved once it has paid.'),
    installments: joi
      .number()
      .integer()
      .min(1)
      .max(MAX_INSTALLMENTS)
      .description("Monthly parts; the invoice's unless given."),
    amount: fields.amount.description(
      'BRL; what the payer was shown. Where the invoice asks for another amount by now, nothing is charged: 409 `amount_changed`.',
    ),
  })
  .component('SubmitPayment');

export const SANDBOX_OUTCOMES = [
  'confirmed',
  'refused',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'refund_refused',
] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

export interface SandboxPaymentBody {
  outcome: SandboxOutcome;
  reason?: string;
  /** BRL; another amount than the charge's, to see what too little or too much does. */
  amount?: number;
  by?: 'pix';
}

const WITH_REASON: readonly SandboxOutcome[] = ['refused', 'disputed', 'refund_refused'];
export const WITH_AMOUNT: readonly SandboxOutcome[] = ['confirmed', 'disputed'];

export const sandboxPaymentSchema = joi
  .object<SandboxPaymentBody>({
    outcome: joi
      .string()
      .valid(...SANDBOX_OUTCOMES)
      .required(),
    reason: fields.line(200).description('Why it is refused or disputed, in the word of the bank.'),
    amount: fields.amount.description(
      "For a confirmation: another amount than the charge's. For a dispute: a part of the payment.",
    ),
    by: joi.string().valid('pix').description('The Pix code beside a boleto is paid or refused, and not the boleto.'),
  })
  .custom((body: SandboxPaymentBody, helpers) => {
    if (!WITH_REASON.includes(body.outcome) && body.reason !== undefined) return helpers.error('outcome.reason');
    if (!WITH_AMOUNT.includes(body.outcome) && body.amount !== undefined) return helpers.error('outcome.amount');
    return body;
  })
  .messages({
    'outcome.reason': `reason is only for the outcomes ${WITH_REASON.join(', ')}`,
    'outcome.amount': `amount is only for the outcomes ${WITH_AMOUNT.join(', ')}`,
  })
  .component('SandboxPayment');

export const pixSchema = answerObject('Pix', {
  qr_code: shown.text.description('BR Code: the text of the QR code, "copia e cola".'),
  qr_code_image: shown.text.description('Address of the QR code as SVG, while it can be paid.'),
  txid: shown.textOrNull.description('Null where the gateway keeps it to itself.'),
  expires_at: shown.time,
});

export const boletoSchema = answerObject('Boleto', {
  barcode: shown.text.description('44 digits.'),
  digitable_line: shown.text.description('47 digits.'),
  our_number: shown.textOrNull.description('Nosso número; null where the gateway keeps it to itself.'),
  pdf_url: shown.text.description('Address of the printable boleto; it may lead on to the gateway.'),
  due_date: shown.date.description('Moved to the next business day.'),
});

export const cardSchema = answerObject('Card', {
  brand: shown.text,
  last4: shown.textOrNull.description('Null once the customer was erased.'),
  installments: joi.number().integer().min(1),
  next_action_url: shown.textOrNull.description(
    'Where the payer must confirm with the bank; null when nothing is asked.',
  ),
});

export const attemptSchema = answerObject('Payment', {
  id: shown.id,
  status: joi.string().valid(...ATTEMPT_STATES),
  payment_method: joi.string().valid(...PAYMENT_METHODS),
  amount: shown.amount.description('The amount that it asks for.'),
  installments: joi.number().integer().min(1),
  installment_interest_amount: shown.amount.description('The part of amount that paying in parts costs.'),
  saved_card_id: shown.id
    .allow(null)
    .description("The saved card that is charged, or as which the payer's card was saved."),
  refusal_reason: shown.textOrNull.description(
    'Why it was refused, in one list of words for every gateway: docs/gateways.md has them. The sandbox also says what it is told to say.',
  ),
  debited_on: shown.dateOrNull.description(
    'The day on which the payer’s bank debits it (Pix Automático); null for a charge that a payer pays.',
  ),
  registered_at: shown.timeOrNull.description('When the gateway took it.'),
  received: joi
    .array()
    .items(
      answerObject('ReceivedMoney', {
        id: shown.id.description('The `payment_id` of a refund.'),
        amount: shown.amount,
        amount_refunded: shown.amount,
        paid_at: shown.time,
        end_to_end_id: shown.textOrNull.description(
          'The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself.',
        ),
      }),
    )
    .description('Money that arrived by it, each its own.'),
  created_at: shown.time,
});

export const attemptListSchema = answerList('PaymentList', attemptSchema);

export const receivedPaymentSchema = answerObject('ReceivedPayment', {
  id: shown.id.description('The `payment_id` of a refund.'),
  invoice_id: shown.id,
  method: joi
    .string()
    .valid(...RECEIVED_BY)
    .description('How it came. `cash`, `transfer`, `check` and `other` came past every gateway.'),
  gateway: shown.text.description('The name of the gateway; `external` for money that came past every gateway.'),
  amount: shown.amount,
  amount_refunded: shown.amount,
  fee: shown.amount.allow(null).description("The gateway's price; null until the gateway has said so."),
  net: shown.amount.allow(null).description('amount − fee; null while fee is.'),
  available_on: shown.dateOrNull.description(
    'The day on which the gateway lets the store have it, once it has said so.',
  ),
  payout_id: shown.id.allow(null).description('The payout that brought it to the bank account of the store.'),
  end_to_end_id: shown.textOrNull.description(
    'The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself.',
  ),
  received_by: shown.textOrNull.description('Of money that came past every gateway: who took it.'),
  note: shown.textOrNull,
  reversed_at: shown.timeOrNull.description('When the store took back that this money came.'),
  reversal_reason: shown.textOrNull,
  paid_at: shown.time.description('When the payer paid.'),
  created_at: shown.time.description('When it was booked.'),
});
