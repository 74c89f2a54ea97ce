/**
 * The kinds of data that are kept for a time only, in the order in which a run looks through them. Pure, because the
 * workflow imports it.
 */
export const RETENTION_KINDS = [
  'kept_answers',
  'previous_secrets',
  'sessions',
  'access_links',
  'panel_submissions',
  'delivery_log',
  'gateway_callbacks',
  'sandbox_callbacks',
  'reconciliations',
] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];
