import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Locks the invoices of several cycles before the first of them is changed: each change ends with an event, and no row
 * is locked after that (see `inIdOrder`).
 */
export async function lockInvoices(tx: EntityManager, cycles: UnsettledCycle[]): Promise<void> {
  const ids = cycles.map(({ invoice }) => invoice.id);
  await tx.find(Invoice, { id: ids }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true });
}
