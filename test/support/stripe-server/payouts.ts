import type Stripe from 'stripe';
import { emit, newId, seconds, type Mode } from './account.ts';

/** Stripe sends all that is available to the bank account of the merchant; `missing` stays behind, unexplained. */
export function payOut(mode: Mode, { missing = 0 }: { missing?: number } = {}): Stripe.Payout {
  const now = seconds(mode);
  const due = [...mode.balanceTransactions.values()].filter(
    ({ id, available_on }) => available_on <= now && !mode.paidOut.has(id),
  );
  const amount = due.reduce((sum, { net }) => sum + net, 0) - missing;
  if (amount <= 0) throw new Error('nothing is available to pay out');
  const id = newId('po');
  const payout = {
    ...{ id, object: 'payout', amount, arrival_date: now, automatic: true, balance_transaction: newId('txn') },
    ...{ created: now, currency: 'brl', description: 'STRIPE PAYOUT', destination: newId('ba'), failure_code: null },
    ...{
      failure_balance_transaction: null,
      failure_message: null,
      livemode: mode.live,
      metadata: {},
      method: 'standard',
    },
    ...{ original_payout: null, reconciliation_status: 'completed', reversed_by: null, source_type: 'card' },
    ...{ statement_descriptor: null, status: 'paid', type: 'bank_account' },
  } as unknown as Stripe.Payout;
  mode.payouts.set(id, payout);
  for (const entry of due) mode.paidOut.set(entry.id, id);
  emit(mode, 'payout.paid', payout);
  return payout;
}

/** The bank sends the money back. */
export function failPayout(mode: Mode, payout: Stripe.Payout): void {
  Object.assign(payout, { status: 'failed', failure_code: 'account_closed' });
  for (const [entry, id] of mode.paidOut) if (id === payout.id) mode.paidOut.delete(entry);
  emit(mode, 'payout.failed', payout);
}

/** `GET /v1/balance`: what is available, and what is not yet. */
export function balanceOf(mode: Mode): object {
  const now = seconds(mode);
  const sum = (isAvailable: boolean): number =>
    [...mode.balanceTransactions.values()]
      .filter(({ id, available_on }) => available_on <= now === isAvailable && !mode.paidOut.has(id))
      .reduce((total, { net }) => total + net, 0);
  const amounts = (isAvailable: boolean) => [{ amount: sum(isAvailable), currency: 'brl', source_types: {} }];
  return { object: 'balance', available: amounts(true), pending: amounts(false), livemode: mode.live };
}
