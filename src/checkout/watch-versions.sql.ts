import { prepared } from '../base/db/prepared-statements.ts';

export const READ_VERSIONS = prepared(
  'read_invoice_versions',
  'select id, version from invoices where id = any ($1::bigint[])',
);
