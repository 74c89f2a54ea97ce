import { ENVIRONMENTS } from '../base/environment.ts';
import { shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import type { EventPayload } from '../events/event-payload.ts';

/** The `data` of `audit.recorded`: a line of the audit log, as it is exported. */
export const auditEvent: EventPayload = {
  data: {
    id: shown.id,
    at: shown.time,
    environment: joi
      .string()
      .valid(...ENVIRONMENTS)
      .allow(null)
      .description('Null for what both environments share.'),
    actor: shown.text.description("The address of a person, the name of a token, or the platform's operator."),
    person_id: shown.id.allow(null),
    token_id: shown.id.allow(null),
    action: shown.text.description('The act, by its id: `cancelInvoice`.'),
    subject: shown.textOrNull.description('The subject of the act: `invoice 815`.'),
    details: joi.object().unknown().description('The changed fields and their new values.'),
    address: shown.textOrNull.description('Null for an act of an operator, as the browser.'),
    user_agent: joi.string().allow('', null),
    number: joi.number().integer().min(1).description('The place of the line in the chain of the store.'),
    hash: shown.text.description('The hash of the chain up to this line.'),
  },
  example: {
    ...{ id: 90, at: '2026-11-21T15:30:00.000Z', environment: 'production', actor: 'ana@padaria.example' },
    ...{ person_id: 7, token_id: null, action: 'cancelInvoice', subject: 'invoice 815', details: {} },
    ...{ address: '203.0.113.9', user_agent: 'Mozilla/5.0', number: 12, hash: 'b6b1…' },
  },
};
