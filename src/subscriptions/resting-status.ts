import type { Company } from '../accounts/companies/company.entity.ts';
import { momentOf } from './billing-time.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver, type SubscriptionStatus } from './subscription-status.ts';

/** The status that follows from the rest of the record, while the subscription is not over. */
export function restingStatus(
  subscription: Pick<
    Subscription,
    'status' | 'pausedAt' | 'pastDueSince' | 'trialEndsOn' | 'paymentMethod' | 'authorizedAt'
  >,
  { company, at }: { company: Company; at: Date },
): SubscriptionStatus {
  const { status, pausedAt, pastDueSince, trialEndsOn, paymentMethod, authorizedAt } = subscription;
  if (isOver(subscription)) return status;
  if (pausedAt) return 'paused';
  // Also where an invoice that was made before the end of the trial failed: its end is still to be announced.
  if (trialEndsOn && momentOf(trialEndsOn, company) > at) return 'trialing';
  if (pastDueSince) return 'past_due';
  return paymentMethod === 'pix_automatic' && authorizedAt === null ? 'awaiting_authorization' : 'active';
}
