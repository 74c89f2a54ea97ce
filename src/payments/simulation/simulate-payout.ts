import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import type { Store } from '../../base/environment.ts';
import { conflict, serviceUnavailable } from '../../base/errors/errors.ts';
import { reader } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import { ENDED_DISPUTE_STATUSES, type PayoutItem } from '../../gateways/payment-gateway.ts';
import type { SandboxEvent } from '../../gateways/sandbox/sandbox-callbacks.ts';
import { SANDBOX_GATEWAY, type SandboxGateway } from '../../gateways/sandbox/sandbox-gateway.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { Payout } from '../../invoices/payout.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';

/** A payout has this many payments and refunds at most; the next one has the rest. */
const MAX_ITEMS = 1_000;

export interface SimulatePayoutDeps {
  em: EntityManager;
  clock: Clock;
  sandbox: SandboxGateway;
}

/**
 * Plays the gateway that sends its balance to the bank account of the store: the payments whose money is available by
 * the store's clock, after their fees, less what was refunded. Or the bank sends the newest payout back.
 *
 * @param differenceCents the gateway sends so much more, or less, than it accounts for
 * @returns the payout, once it is on record
 * @throws ApiError 403 in production; 409 `nothing_to_pay_out`; 503 when the callback was not acknowledged
 */
export async function simulatePayout(
  { em, clock, sandbox }: SimulatePayoutDeps,
  { store, outcome, differenceCents }: { store: Store; outcome: 'paid' | 'failed'; differenceCents: number },
): Promise<Payout> {
  sandboxOnly(store, 'Payouts of the sandbox');
  const tx = reader(em);
  const today = storeToday(await clock.now(store), await tx.findOneOrFail(Company, store.companyId));
  const event =
    outcome === 'paid' ? await nextPayout(tx, { store, today, differenceCents }) : await returnedPayout(tx, store);
  if (!(await sandbox.callbacks.say(event))) {
    throw serviceUnavailable('The callback was not acknowledged. It is sent again by itself: list the payouts.');
  }
  const { gatewayPayoutId } = event;
  return reader(em).findOneOrFail(Payout, { ...store, gateway: SANDBOX_GATEWAY, gatewayPayoutId });
}

type PayoutEvent = Extract<SandboxEvent, { type: 'payout' }>;

async function nextPayout(
  tx: EntityManager,
  { store, today, differenceCents }: { store: Store; today: string; differenceCents: number },
): Promise<PayoutEvent> {
  const options = { orderBy: { id: 'asc' as const }, limit: MAX_ITEMS };
  const due = { ...store, gateway: SANDBOX_GATEWAY, payoutId: null, availableOn: { $lte: today } };
  const disputes = await tx.find(Dispute, { ...store, status: { $nin: [...ENDED_DISPUTE_STATUSES] } }, options);
  // The gateway keeps disputed money until the bank has decided.
  const kept = disputes.map(({ paymentId }) => paymentId);
  const payments = await tx.find(Payment, { ...due, id: { $nin: kept } }, options);
  const refunds = await tx.find(Refund, { ...store, payoutId: null, state: 'succeeded' }, options);
  const ofOurs = await tx.find(Payment, { id: refunds.map(({ paymentId }) => paymentId), gateway: SANDBOX_GATEWAY });
  const isOurs = new Set(ofOurs.map(({ id }) => id));
  const items: PayoutItem[] = [
    ...payments.map(({ gatewayPaymentId, amountCents, feeCents }) => ({
      ...{ kind: 'payment' as const, id: gatewayPaymentId, netCents: amountCents - feeCents! },
    })),
    ...refunds
      .filter(({ paymentId }) => isOurs.has(paymentId))
      .map(({ gatewayRefundId, amountCents }) => ({
        ...{ kind: 'refund' as const, id: gatewayRefundId!, netCents: -amountCents },
      })),
  ];
  const amountCents = items.reduce((sum, { netCents }) => sum + netCents, differenceCents);
  if (amountCents <= 0 || payments.length === 0) {
    const why = 'No payment of the sandbox has become available since the last payout, or more went back than came.';
    throw conflict('nothing_to_pay_out', `${why} A card takes 30 days: advance the clock.`);
  }
  // The same money is one payout, however often it is asked for; after one that failed it is another.
  const failed = await tx.count(Payout, { ...store, gateway: SANDBOX_GATEWAY, status: 'failed' });
  const mark = createHash('sha256').update(JSON.stringify({ items, failed })).digest('hex').slice(0, 24);
  const gatewayPayoutId = `po_sandbox_${mark}`;
  const news = { gatewayPayoutId, status: 'paid' as const, amountCents, arrivesOn: today, failureReason: null };
  return { type: 'payout', ...news, items };
}

async function returnedPayout(tx: EntityManager, store: Store): Promise<PayoutEvent> {
  const [newest] = await tx.find(
    Payout,
    { ...store, gateway: SANDBOX_GATEWAY, status: 'paid' },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  if (!newest) throw conflict('nothing_to_pay_out', 'There is no payout of the sandbox that a bank could send back.');
  const [payment] = await tx.find(Payment, { payoutId: newest.id }, { limit: 1 });
  const { gatewayPayoutId, amountCents, arrivesOn } = newest;
  return {
    ...{ type: 'payout', gatewayPayoutId, status: 'failed', amountCents, arrivesOn, failureReason: 'account_closed' },
    // The gateway is shared: the money says whose payout it is.
    items: payment ? [{ kind: 'payment', id: payment.gatewayPaymentId, netCents: payment.amountCents }] : [],
  };
}
