import { joi } from '../base/http/joi.ts';

/** The name of a gateway in a filter, as answers have it. */
export const gatewayName = joi
  .string()
  .pattern(/^[a-z]{1,40}$/)
  .messages({ 'string.pattern.base': '{#label} must be the name of a gateway in small letters, as answers have it' });
