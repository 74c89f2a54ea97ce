import { cnpj, cpf } from 'cpf-cnpj-validator';
import joi from 'joi';
import { fields } from '../http/fields.ts';

export interface CreateCustomerBody {
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
  external_reference: string | null;
}

export const createCustomerSchema = joi.object<CreateCustomerBody>({
  name: fields.line(200).required(),
  email: joi.string().email({ tlds: false }).max(254).required(),
  document: joi
    .string()
    .allow(null)
    .default(null)
    .custom((value: string | null, helpers) => {
      if (value === null) return null;
      const plain = value.replace(/[.\-/]/g, '').toUpperCase();
      return cpf.isValid(plain) || cnpj.isValid(plain) ? plain : helpers.error('document.invalid');
    })
    .messages({ 'document.invalid': '{#label} must be a CPF or CNPJ with right check digits' }),
  phone: fields
    .line(20)
    .pattern(/^\+?[\d ()-]{8,20}$/)
    .allow(null)
    .default(null),
  external_reference: fields.line(200).allow(null).default(null),
});
