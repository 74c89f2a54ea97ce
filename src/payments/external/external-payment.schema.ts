import { EXTERNAL_METHODS, type ExternalMethod } from '../../banking/payment-method.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';

export interface RecordExternalPaymentBody {
  method: ExternalMethod;
  amount?: number;
  paid_at?: string;
  received_by: string | null;
  note: string | null;
}

export const recordExternalPaymentSchema = joi
  .object<RecordExternalPaymentBody>({
    method: joi
      .string()
      .valid(...EXTERNAL_METHODS)
      .required(),
    amount: fields.amount.description('BRL. Everything that is missing on the day of the payment unless given.'),
    paid_at: fields.timestamp.description(
      'When the payer paid, from the creation of the invoice to now; now unless given.',
    ),
    received_by: fields.line(120).allow(null).default(null).description('Who took it.'),
    note: fields.line(500).allow(null).default(null).description('Why it came this way, or how it can be found again.'),
  })
  .component('RecordExternalPayment');

export interface ReversePaymentBody {
  reason: string;
}

export const reversePaymentSchema = joi
  .object<ReversePaymentBody>({ reason: fields.line(200).required() })
  .component('ReversePayment');
