/**
 * The rights that an API token may have. A token without a list has all of them, so that a store's first token does
 * everything. `personal_data` opens what is asked for by law: the export and the erasure of a customer.
 */
export const TOKEN_SCOPES = [
  'read',
  'invoices:write',
  'payments:write',
  'refunds:write',
  'webhooks:write',
  'customers:write',
  'personal_data',
] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];
