import joi from 'joi';
import { fields } from '../http/fields.ts';

export interface CreateProductBody {
  name: string;
  description: string | null;
  /** BRL with at most two decimals. */
  price: number;
  sku: string | null;
}

export const createProductSchema = joi.object<CreateProductBody>({
  name: fields.line(200).required(),
  description: fields.line(1000).allow(null).default(null),
  price: fields.amount.required(),
  sku: fields.line(100).allow(null).default(null),
});
