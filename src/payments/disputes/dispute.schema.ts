import { answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import {
  DISPUTE_KINDS,
  DISPUTE_STATUSES,
  EVIDENCE_KINDS,
  EVIDENCE_TYPES,
  type EvidenceKind,
} from '../../gateways/payment-gateway.ts';
import { answerSchema } from '../../invoices/dispute-answer.schema.ts';
import { MAX_FILE_BYTES } from './evidence-file.ts';

/** RFC 4648, section 4: four letters for three bytes, with the padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;
const MAX_BASE64 = Math.ceil(MAX_FILE_BYTES / 3) * 4;

export const disputeFileSchema = answerObject('DisputeFile', {
  id: shown.id,
  kind: joi.string().valid(...EVIDENCE_KINDS),
  name: shown.text,
  media_type: joi.string().valid(...EVIDENCE_TYPES),
  size: joi.number().integer().description('Bytes.'),
  created_at: shown.time,
});

export interface AddEvidenceBody {
  kind: EvidenceKind;
  name: string;
  content: string;
}

export const addEvidenceSchema = joi
  .object<AddEvidenceBody>({
    kind: joi
      .string()
      .valid(...EVIDENCE_KINDS)
      .required()
      .description('What the file shows. A file of the same kind takes the place of the one before.'),
    name: fields.line(100).required().description('The name by which the bank sees the file.'),
    content: joi
      .string()
      .max(MAX_BASE64)
      .pattern(BASE64)
      .messages({ 'string.pattern.base': '{#label} must be base64, as RFC 4648 has it, with its padding' })
      .required()
      .description('The file in base64: a PDF, a PNG or a JPEG of 2 MB at most; the files of a dispute have 4.5 MB.'),
  })
  .component('AddEvidence');

export interface AnswerDisputeBody {
  explanation: string;
}

export const answerDisputeSchema = joi
  .object<AnswerDisputeBody>({
    explanation: fields
      .text(20_000)
      .required()
      .description('Your side, for the bank: what was bought, when and how the payer got it, what was agreed.'),
  })
  .component('AnswerDispute');

export const disputeSchema = answerObject('Dispute', {
  id: shown.id,
  invoice_id: shown.id,
  payment_id: shown.id.description('The money that the bank of the payer wants back.'),
  kind: joi
    .string()
    .valid(...DISPUTE_KINDS)
    .description('`chargeback`: of a card. `med`: a Pix, by the special mechanism of return (MED).'),
  status: joi
    .string()
    .valid(...DISPUTE_STATUSES)
    .description('`open`: the store can answer. `under_review`: the bank decides. `won`, `lost`: it has decided.'),
  amount: shown.amount,
  reason: shown.text.description("The gateway's word."),
  gateway_dispute_id: shown.text.description('The id at the gateway.'),
  answer: answerSchema,
  answer_until: shown.timeOrNull.description('Until then the store can answer.'),
  answered_at: shown.timeOrNull.description('When the store answered.'),
  answer_refusal: shown.textOrNull.description('Why the gateway did not take the answer, in its word.'),
  created_at: shown.time,
  updated_at: shown.time,
});
