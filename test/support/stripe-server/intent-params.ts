import type { ReadAll } from './params.ts';
import { PAYMENT_METHOD_DATA } from './payment-methods.ts';

const PAYMENT_METHOD_OPTIONS = {
  boleto: { expires_after_days: 'integer' },
  card: {
    installments: {
      enabled: 'boolean',
      plan: { count: 'integer', interval: ['month'], type: ['fixed_count', 'revolving', 'bonus'] },
    },
    request_three_d_secure: ['any', 'automatic', 'challenge'],
  },
  pix: { expires_after_seconds: 'integer', expires_at: 'integer' },
} as const;

/** The parameters of both requests. */
const COMMON = {
  error_on_requires_action: 'boolean',
  expand: 'texts',
  off_session: ['true', 'false', 'one_off', 'recurring'],
  payment_method: 'text',
  payment_method_data: PAYMENT_METHOD_DATA,
  payment_method_options: PAYMENT_METHOD_OPTIONS,
  return_url: 'text2048',
  setup_future_usage: ['off_session', 'on_session'],
  use_stripe_sdk: 'boolean',
} as const;

export const CONFIRM_INTENT = COMMON;

export const CREATE_INTENT = {
  ...COMMON,
  allowed_payment_method_types: 'texts',
  amount: 'integer',
  automatic_payment_methods: { allow_redirects: ['always', 'never'], enabled: 'boolean' },
  capture_method: ['automatic', 'automatic_async'],
  confirm: 'boolean',
  confirmation_method: ['automatic'],
  currency: 'text3',
  customer: 'text',
  description: 'text1000',
  metadata: 'metadata',
  /** Known to the versions before endive alone: see `endpoints.ts`. */
  payment_method_types: 'texts',
  receipt_email: 'text',
  statement_descriptor_suffix: 'text22',
} as const;

export type ConfirmParams = ReadAll<typeof CONFIRM_INTENT>;
export type CreateParams = ReadAll<typeof CREATE_INTENT>;
