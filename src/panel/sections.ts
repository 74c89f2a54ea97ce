/** Places in the navigation. */
export type Section =
  | 'overview'
  | 'invoices'
  | 'subscriptions'
  | 'customers'
  | 'products'
  | 'webhooks'
  | 'tokens'
  | 'settings'
  | 'people'
  | 'audit'
  | 'account'
  | 'platformStores'
  | 'platformHealth'
  | 'platformAudit';
