/** Places in the navigation. */
export type Section =
  | 'overview'
  | 'invoices'
  | 'money'
  | 'subscriptions'
  | 'customers'
  | 'products'
  | 'webhooks'
  | 'clock'
  | 'tokens'
  | 'settings'
  | 'people'
  | 'security'
  | 'audit'
  | 'account'
  | 'platformStores'
  | 'platformHealth'
  | 'platformAudit';
