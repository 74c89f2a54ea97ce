import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Fragment } from './invoice-ids-query.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './state-machine.ts';

/** Nobody needs to know how many more there are. */
export const MOST_COUNTED = 1_000;

/**
 * The number of a store's invoices of each status: by index, and never more than one more than `MOST_COUNTED` of each,
 * so that the cost is the same however many there are.
 */
export async function countByStatus(em: EntityManager, store: Store): Promise<Map<InvoiceStatus, number>> {
  const { sql, params } = statusCountsQuery(store);
  const rows = await em.execute<{ status: InvoiceStatus; count: number }[]>(sql, params);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/**
 * As in `invoiceIdsQuery`, the status is compared as a range and the rows are sorted by it: the planner takes the rows
 * of an equal status to be anywhere in the table, and may read through the invoices of other stores for them.
 */
export function statusCountsQuery({ companyId, environment }: Store): Fragment {
  return {
    sql: `select known.status, (select count(*)::int from (
         select from invoices
         where company_id = ? and environment = ? and invoices.status between known.status and known.status
         order by invoices.status, invoices.id limit ${MOST_COUNTED + 1}
       ) as counted) as count
     from unnest(string_to_array(?, ',')) as known (status)`,
    params: [companyId, environment, INVOICE_STATUSES.join(',')],
  };
}
