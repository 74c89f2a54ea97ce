import { fromCents } from '../../base/money/money.ts';
import type { Payout } from '../../invoices/payout.entity.ts';

/** A payout as the API shows it. */
export function presentPayout(payout: Payout): Record<string, unknown> {
  return { id: payout.id, ...factsOf(payout), created_at: payout.createdAt, updated_at: payout.updatedAt };
}

/** The `data` of an event about a payout. */
export function presentPayoutEvent(
  payout: Payout,
  { id, name }: { id: number; name: string },
): Record<string, unknown> {
  return { payout_id: payout.id, ...factsOf(payout), store: { id, name } };
}

function factsOf(payout: Payout): Record<string, unknown> {
  return {
    gateway: payout.gateway,
    gateway_payout_id: payout.gatewayPayoutId,
    status: payout.status,
    amount: fromCents(payout.amountCents),
    arrives_on: payout.arrivesOn,
    failure_reason: payout.failureReason,
    unexplained: payout.unexplainedCents === null ? null : fromCents(payout.unexplainedCents),
  };
}
