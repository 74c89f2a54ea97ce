import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { CONCESSION_KINDS } from '../../invoices/concession.entity.ts';

const reason = fields.line(200).required().description('Why.');

export const grantCreditNoteSchema = joi
  .object<{ amount: number; reason: string }>({ amount: fields.amount.required(), reason })
  .component('GrantCreditNote');

export const writeOffSchema = joi.object<{ reason: string }>({ reason }).component('WriteOff');

export const concessionSchema = answerObject('Concession', {
  id: shown.id,
  invoice_id: shown.id,
  kind: joi.string().valid(...CONCESSION_KINDS),
  amount: shown.amount,
  reason: shown.textOrNull.description('Null once the customer was erased.'),
  created_at: shown.time,
});

export const concessionListSchema = answerList('ConcessionList', concessionSchema);
