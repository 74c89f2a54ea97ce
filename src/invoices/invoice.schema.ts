import joi from 'joi';
import { fields } from '../http/fields.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method.ts';

export interface CreateInvoiceBody {
  customer_id: number;
  products: { product_id: number; quantity: number }[];
  payment_method: PaymentMethod;
  due_date: string | null;
  description: string | null;
  external_reference: string | null;
}

export const createInvoiceSchema = joi.object<CreateInvoiceBody>({
  customer_id: fields.id.required(),
  products: joi
    .array()
    .items(
      joi.object({
        product_id: fields.id.required(),
        quantity: joi.number().integer().min(1).max(10_000).required(),
      }),
    )
    .min(1)
    .max(100)
    .required(),
  payment_method: joi
    .string()
    .valid(...PAYMENT_METHODS)
    .required(),
  due_date: fields.date.allow(null).default(null),
  description: fields.line(500).allow(null).default(null),
  external_reference: fields.line(200).allow(null).default(null),
});
