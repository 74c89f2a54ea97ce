/** Pure, because workflows import it. */
export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'awaiting_authorization',
  'active',
  'past_due',
  'paused',
  'canceled',
  'ended',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Nothing follows any more: no invoice is made and no charge tried again. Money that comes late is still taken. */
export const OVER_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'ended'];

export function isOver({ status }: { status: SubscriptionStatus }): boolean {
  return OVER_STATUSES.includes(status);
}
