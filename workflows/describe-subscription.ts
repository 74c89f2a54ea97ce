import { byClock } from './describe.ts';
import type { SubscriptionNews, SubscriptionStep } from '../src/subscriptions/subscription-news.ts';

/**
 * The text that an operator reads in the Temporal UI: how the subscription stands and which step its workflow waits
 * for.
 */
export function describeSubscription({
  status,
  paymentMethod,
  version,
  next,
  isHeldAtGateway = false,
  clockAt,
}: SubscriptionNews): string {
  const nothing = isHeldAtGateway
    ? 'the store to have a gateway'
    : status === 'paused'
      ? 'the store to resume it'
      : 'nothing';
  const waits = next ? `${describeStep(next)} at ${next.at}${byClock(clockAt)}` : nothing;
  return `**${status}**, ${paymentMethod} (version ${version})\n\nWaits for ${waits}.`;
}

export function describeStep(step: SubscriptionStep): string {
  switch (step.kind) {
    case 'start_cycle':
      return `the cycle due on ${step.dueDate}`;
    case 'settle_charge':
      return `the charge of cycle ${step.cycleId} to be settled`;
    case 'retry_charge':
      return `the next attempt to charge cycle ${step.cycleId}`;
    case 'request_mandate':
      return 'the payer to be asked to agree to debits';
    case 'settle_mandate':
      return 'the news of the agreement to debits to be settled';
    case 'cancel_mandate':
      return 'the bank to be told that the agreement to debits is canceled';
    case 'ask_debit':
      return `the bank’s word on the debit of cycle ${step.cycleId}`;
    case 'end_trial':
      return 'the end of the trial';
    case 'resume':
      return 'the end of the pause';
    case 'cancel':
      return 'the end of the period, and its cancellation';
    case 'give_up':
      return 'the end of the patience with what is unpaid';
    case 'end':
      return 'the end of the last period';
  }
}
