import { prepared } from '../base/db/prepared-statements.ts';

/** Names no store: whoever asks has found each invoice by the secret address of its page. */
export const READ_VERSIONS = prepared(
  'read_invoice_versions',
  'select id, version from invoices where id = any ($1::bigint[])',
);
