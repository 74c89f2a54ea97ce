import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import { conflict, invalidFields } from '../../base/errors/errors.ts';
import { Company } from '../../accounts/companies/company.entity.ts';
import { mailOwners, type StoreMailDeps } from '../../accounts/people/store-mail.ts';
import { writeWaitingRefund } from '../../accounts/people/write-mail.ts';
import { refundableCents } from '../../banking/amounts.ts';
import { changeInvoice } from '../../invoices/change-invoice.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { EXTERNAL, Payment } from '../../invoices/payment.entity.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { holdToDayLimit, needsApproval } from './refund-limits.ts';
import { readRefundsUnderWay } from '../../invoices/refunds-under-way.ts';

export interface RefundInput {
  /** Null: everything that is left of the payment. */
  amountCents: number | null;
  paymentId: number | null;
  reason: string | null;
  /** The person who asks in the panel; null for the API. */
  requestedById?: number | null;
}

/** Cents given back one by one are no business; an invoice stays small. */
export const MAX_REFUNDS = 1_000;

/**
 * Asks for money to be given back from one payment. The refunds that are done and those under way together never exceed
 * the payment: they are counted under the invoice's lock. The workflow takes the request to the gateway; a refund over
 * the store's own amount waits for a second person first, and the owners are told.
 *
 * @throws ApiError 404; 409 `nothing_to_refund`, `too_many_refunds` or `refund_limit_reached`; 422 for an amount that
 *   no payment has, or where several payments could be meant
 */
export async function requestRefund(
  { em, clock, ...mail }: StoreMailDeps & { em: EntityManager; clock: Clock },
  { store, invoiceId, input }: { store: Store; invoiceId: number; input: RefundInput },
): Promise<Refund> {
  await findInvoice(reader(em), { store, invoiceId });
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async ({ tx, touch }) => {
    if ((await tx.count(Refund, { invoiceId })) >= MAX_REFUNDS) {
      const why = `Invoice ${invoiceId} was refunded ${MAX_REFUNDS} times: give back what is left at the gateway.`;
      throw conflict('too_many_refunds', why);
    }
    const sources = await findSources(tx, invoiceId);
    const { payment, leftCents } = chooseSource(invoiceId, sources, input);
    const amountCents = input.amountCents ?? leftCents;
    const company = await tx.findOneOrFail(Company, store.companyId, { refresh: true });
    await holdToDayLimit(tx, { store, company, amountCents, at });
    const waits = needsApproval(company, amountCents);
    const refund = tx.create(Refund, {
      ...store,
      invoiceId,
      paymentId: payment.id,
      state: waits ? 'awaiting_approval' : 'pending',
      amountCents,
      payoutId: null,
      requestedById: input.requestedById ?? null,
      reason: input.reason,
      failureReason: null,
      gatewayRefundId: null,
      requestedAt: null,
      createdAt: at,
      updatedAt: at,
    });
    touch();
    await tx.flush();
    if (waits) await tellOfWaiting(tx, mail, { store, company, invoiceId, amountCents });
    return refund;
  });
}

async function tellOfWaiting(
  tx: EntityManager,
  { secrets, publicUrl }: StoreMailDeps,
  {
    store,
    company,
    invoiceId,
    amountCents,
  }: { store: Store; company: Company; invoiceId: number; amountCents: number },
): Promise<void> {
  const url = `${publicUrl}/panel/stores/${store.companyId}/${store.environment}/invoices/${invoiceId}`;
  const amount = formatDecimal(amountCents);
  await mailOwners(tx, secrets, {
    store,
    write: (language) => writeWaitingRefund(language, { store: company.name, amount, url }),
  });
}

interface Source {
  payment: Payment;
  leftCents: number;
}

/**
 * The invoice's payments that have something left, the newest first: what came too much goes back before what was due.
 * Money that came past every gateway is in the hands of the store, and no gateway can give it back.
 */
async function findSources(tx: EntityManager, invoiceId: number): Promise<Source[]> {
  const ofGateways = { invoiceId, gateway: { $ne: EXTERNAL } };
  const payments = await tx.find(Payment, ofGateways, { orderBy: { id: 'desc' } });
  const underWay = await readRefundsUnderWay(tx, invoiceId);
  return payments
    .map((payment) => {
      const { amountCents, amountRefundedCents: refundedCents } = payment;
      const pendingCents = underWay.get(payment.id) ?? 0;
      return { payment, leftCents: refundableCents({ amountCents, refundedCents, pendingCents }) };
    })
    .filter(({ leftCents }) => leftCents > 0);
}

function chooseSource(invoiceId: number, sources: Source[], { amountCents, paymentId }: RefundInput): Source {
  if (sources.length === 0) {
    throw conflict('nothing_to_refund', `Invoice ${invoiceId} has received no money that is not given back already.`);
  }
  const candidates = paymentId === null ? sources : sources.filter(({ payment }) => payment.id === paymentId);
  const left = sources
    .map(({ payment, leftCents }) => `${formatDecimal(leftCents)} of payment ${payment.id}`)
    .join(', ');
  if (candidates.length === 0) {
    throw refuse(
      'payment_id',
      'not_found',
      `payment_id ${paymentId} has nothing to give back; there is left: ${left}.`,
    );
  }
  if (amountCents === null) {
    if (candidates.length === 1) return candidates[0]!;
    throw refuse('payment_id', 'required', `payment_id is required, as several payments could be meant: ${left}.`);
  }
  const source = candidates.find(({ leftCents }) => leftCents >= amountCents);
  if (source) return source;
  throw refuse(
    'amount',
    'refund_exceeds_payment',
    `amount is more than can be given back at once; there is left: ${left}.`,
  );
}

function refuse(field: string, code: string, message: string): Error {
  return invalidFields([{ field, code, message }]);
}
