/** Pure, because workflows import it. */
export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'paused', 'canceled', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * Whether nothing follows any more: no invoice is made and no charge tried again. Money that comes late is still taken.
 */
export function isOver({ status }: { status: SubscriptionStatus }): boolean {
  return status === 'canceled' || status === 'ended';
}
