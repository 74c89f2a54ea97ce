import joi from 'joi';
import { fields } from '../http/fields.ts';

export interface SubmitPaymentBody {
  card_token: string | null;
  installments: number;
}

export const submitPaymentSchema = joi.object<SubmitPaymentBody>({
  card_token: joi
    .string()
    .pattern(/^tok_\w{1,100}$/)
    .allow(null)
    .default(null)
    .messages({ 'string.pattern.base': "{#label} must be the gateway's token (tok_…), never a card number" }),
  installments: joi.number().integer().min(1).max(12).default(1),
});

export interface SandboxPaymentBody {
  outcome: 'confirmed' | 'refused';
  reason?: string;
  /** BRL; another amount than the charge's, to see what too little or too much does. */
  amount?: number;
}

export const sandboxPaymentSchema = joi.object<SandboxPaymentBody>({
  outcome: joi.string().valid('confirmed', 'refused').required(),
  reason: fields.line(200).when('outcome', { is: 'confirmed', then: joi.forbidden() }),
  amount: fields.amount.when('outcome', { is: 'refused', then: joi.forbidden() }),
});
