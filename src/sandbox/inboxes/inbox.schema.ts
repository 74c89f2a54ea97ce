import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';

export const listInboxesQuery = pageQuery<PageQuery & TimeRange>({});

export const inboxSchema = answerObject('SandboxInbox', {
  id: shown.id,
  url: shown.text.description('For `url` of a webhook. With `?status=500` it answers so, which shows retries.'),
  page_url: shown.text.description('Opened in a browser, it shows what came in. The address is the only key.'),
  created_at: shown.time,
});

export const inboxListSchema = answerList('SandboxInboxList', inboxSchema);

const signatureSchema = answerObject('SandboxSignature', {
  verified: shown.flag
    .allow(null)
    .description('Null: it is not signed, or no webhook of this store has the URL of this inbox.'),
  x_service_signature: shown.text.description('The verdict on `X-Service-Signature`, in words.'),
  webhook_signature: shown.text.description(
    'The same of `webhook-signature`, whose timestamp may be five minutes old.',
  ),
});

export const messageSchema = answerObject('SandboxMessage', {
  id: shown.id,
  event: shown.textOrNull.description('As the body says; null when it names none.'),
  webhook_id: shown.id.allow(null).description('The webhook whose secret made a signature of it.'),
  received_at: shown.time,
  headers: joi
    .object()
    .pattern(joi.any(), joi.string().allow(''))
    .description('Up to 8 KiB; tokens and cookies are not kept.'),
  body: joi.string().allow('').description('As it came, up to 64 KiB.'),
  status_code: joi.number().integer().min(200).max(599).description('The status code of the answer.'),
  signature: signatureSchema,
});

export const messageListSchema = answerList('SandboxMessageList', messageSchema);

/** The query by which a sender chooses the inbox's answer; a URL may have other parameters beside it. */
export const inboxAnswerQuery = joi
  .object<{ status: number }>({ status: joi.number().integer().min(200).max(599).default(200) })
  .unknown();
