import { prepared } from './prepared-statements.ts';

export const ENTER = prepared(
  'enter_store',
  `select set_config('role', 'fatura_store', true), set_config('fatura.company_id', $1, true),
     set_config('fatura.environment', $2, true), set_config('lock_timeout', $3, true)`,
);

export const SET_ENVIRONMENT = prepared(
  'set_environment',
  `select current_setting('fatura.environment', true) as before, set_config('fatura.environment', $1, true)`,
);
