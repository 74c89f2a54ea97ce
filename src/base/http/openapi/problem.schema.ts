import { answerObject, shown } from '../answer.ts';
import { joi } from '../joi.ts';

/** RFC 9457 problem details, with our stable `code`. */
export const problemSchema = answerObject(
  'Problem',
  {
    type: shown.text,
    title: shown.text,
    status: joi.number().integer(),
    detail: shown.text.description('For people: what is wrong and what to do.'),
    code: shown.text.description('Stable, for programs.'),
    request_id: shown.text.description('Also in the header X-Request-Id. Quote it when you ask for help.'),
    errors: joi
      .array()
      .items(
        answerObject('FieldError', {
          field: joi
            .string()
            .allow('')
            .description('Path as you write it: `products[0].quantity`. Empty: the whole body.'),
          code: shown.text.description('Stable, for programs.'),
          message: shown.text.description('The problem, and the value to send instead.'),
        }),
      )
      .description('Each field that is wrong, by name.'),
  },
  {
    amount: shown.amount.description('Only with `amount_changed`: the amount that the invoice asks for now, in BRL.'),
    advance: answerObject('AdvanceUnderWay', {
      now: shown.time,
      target: shown.time,
      done: joi.number().integer().min(0).description('The moments at which it has stopped so far.'),
    }).description('Only with `clock_advancing`: how far the clock of the sandbox is.'),
    invoice_id: shown.id.description('Only with `clock_ahead` and `clock_behind`, as the next two: whose it is.'),
    subscription_id: shown.id,
    delivery_id: shown.id,
  },
);
