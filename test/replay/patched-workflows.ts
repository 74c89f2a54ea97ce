import { patched, sleep } from '@temporalio/workflow';
import {
  subscription as subscriptionOfToday,
  type SubscriptionInput,
  type SubscriptionResult,
} from '../../workflows/subscription.ts';

export { invoice, webhookDelivery } from '../../workflows/index.ts';

/** A change as it is to be made: what began before it goes on as it did. */
export async function subscription(input: SubscriptionInput): Promise<SubscriptionResult> {
  if (patched('a wait before the first step')) await sleep('1 second');
  return subscriptionOfToday(input);
}
