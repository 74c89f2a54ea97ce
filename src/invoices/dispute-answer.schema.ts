import { joi } from '../base/http/joi.ts';
import { ANSWER_STATES } from './dispute.entity.ts';

/** How the store's answer to a dispute stands. */
export const answerSchema = joi
  .string()
  .valid(...ANSWER_STATES)
  .allow(null)
  .description(
    'The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.',
  );
