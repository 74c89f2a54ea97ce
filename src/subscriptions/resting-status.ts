import type { Company } from '../companies/company.entity.ts';
import { momentOf } from './billing-time.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver, type SubscriptionStatus } from './subscription-status.ts';

/** The status that follows from the rest of the record, while the subscription is not over. */
export function restingStatus(
  subscription: Pick<Subscription, 'status' | 'pausedAt' | 'pastDueSince' | 'trialEndsOn'>,
  { company, at }: { company: Company; at: Date },
): SubscriptionStatus {
  const { status, pausedAt, pastDueSince, trialEndsOn } = subscription;
  if (isOver(subscription)) return status;
  if (pausedAt) return 'paused';
  if (pastDueSince) return 'past_due';
  return trialEndsOn && momentOf(trialEndsOn, company) > at ? 'trialing' : 'active';
}
