import type { EntityManager } from '@mikro-orm/postgresql';
import { listOf } from '../base/db/list-of.ts';
import { OPEN_REFUND_STATES } from './refund.entity.ts';

/** Cents on their way back, by payment of an invoice; a payment with nothing under way is left out. */
export async function readRefundsUnderWay(tx: EntityManager, invoiceId: number): Promise<Map<number, number>> {
  const rows = await tx.execute<{ payment_id: string; cents: string }[]>(
    `select payment_id, sum(amount_cents) as cents from refunds where invoice_id = ?
       and state in (${listOf(OPEN_REFUND_STATES)}) group by payment_id`,
    [invoiceId],
  );
  return new Map(rows.map(({ payment_id: id, cents }) => [Number(id), Number(cents)]));
}
