import { fromCents } from '../../base/money/money.ts';
import type { Payout } from '../../invoices/payout.entity.ts';

/** A payout as the API shows it. */
export function presentPayout(payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    gateway: payout.gateway,
    gateway_payout_id: payout.gatewayPayoutId,
    status: payout.status,
    amount: fromCents(payout.amountCents),
    arrives_on: payout.arrivesOn,
    failure_reason: payout.failureReason,
    unexplained: payout.unexplainedCents === null ? null : fromCents(payout.unexplainedCents),
    created_at: payout.createdAt,
    updated_at: payout.updatedAt,
  };
}
