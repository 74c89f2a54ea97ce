import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExternalMethod } from '../../banking/payment-method.ts';
import type { Store } from '../../base/environment.ts';
import { conflict, invalidFields } from '../../base/errors/errors.ts';
import { reader } from '../../base/db/transaction.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { missingCents } from '../../invoices/amount-due.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { EXTERNAL, type Payment } from '../../invoices/payment.entity.ts';
import { bookMoney } from '../receive-money.ts';

export interface ExternalPaymentInput {
  /** Null: everything that is missing on the day of the payment. */
  amountCents: number | null;
  method: ExternalMethod;
  /** Null: now. */
  paidAt: Date | null;
  receivedBy: string | null;
  note: string | null;
}

/**
 * The store says that money came past every gateway, as cash or by transfer. The money counts as any other: it settles
 * the invoice, whose charge is taken back, or a new charge asks for the rest.
 *
 * @throws ApiError 404; 409 `nothing_owed` for an invoice that is paid or canceled; 422 for more than is missing, or
 *   for a moment before the invoice or in the future
 */
export async function recordExternalPayment(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, invoiceId, input }: { store: Store; invoiceId: number; input: ExternalPaymentInput },
): Promise<Payment> {
  const { paymentMethod } = await findInvoice(reader(em), { store, invoiceId });
  const gateway = await gateways.forStore(em, store, paymentMethod);
  const at = await clock.now(store);
  const payment = await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, (change) => {
    const paidAt = input.paidAt ?? at;
    const received = {
      ...{ ...store, invoiceId, attemptId: null, method: input.method, gateway: EXTERNAL },
      gatewayPaymentId: randomUUID(),
      amountCents: amountOf(change, input.amountCents, paidAt),
      amountRefundedCents: 0,
      ...{ endToEndId: null, feeCents: null, availableOn: null, payoutId: null },
      ...{ receivedBy: input.receivedBy, note: input.note, reversedAt: null, reversalReason: null },
      ...{ paidAt, createdAt: at },
    };
    return bookMoney(change, received, { attempt: null, restAt: gateway?.name ?? EXTERNAL });
  });
  // Its id is a new one.
  return payment!;

  function amountOf({ invoice, company }: InvoiceChange, wantedCents: number | null, paidAt: Date): number {
    if (invoice.status === 'canceled' || invoice.paidAt) {
      throw conflict('nothing_owed', `Invoice ${invoiceId} is ${invoice.status}: nobody owes money for it.`);
    }
    checkMoment(paidAt, { from: invoice.createdAt, to: at });
    const day = storeToday(paidAt, company);
    const mostCents = missingCents(invoice, day);
    if (wantedCents !== null && wantedCents > mostCents) {
      const message = `amount is more than is missing on ${day}: give at most ${formatDecimal(mostCents)}.`;
      throw invalidFields([{ field: 'amount', code: 'too_large', message }]);
    }
    return wantedCents ?? mostCents;
  }
}

function checkMoment(paidAt: Date, { from, to }: { from: Date; to: Date }): void {
  const refuse = (code: string, message: string) => invalidFields([{ field: 'paid_at', code, message }]);
  if (paidAt > to) throw refuse('in_the_future', `paid_at is in the future: give ${to.toISOString()} or earlier.`);
  if (paidAt < from) {
    throw refuse('too_early', `paid_at is before the invoice was created: give ${from.toISOString()} or later.`);
  }
}
