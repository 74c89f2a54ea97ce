/** PostgreSQL's channel on which a committed change of an invoice is told, with its id; open checkout pages listen. */
export const INVOICE_CHANGED = 'invoice_changed';
