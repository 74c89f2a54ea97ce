import type { CycleState } from '../../subscriptions/subscription-cycle.entity.ts';
import type { SubscriptionStatus } from '../../subscriptions/subscription-status.ts';
import type { Tone } from '../invoices/tone.ts';

/** The colours of the badges; nothing is told by colour alone. */
export const STATUS_TONES: Readonly<Record<SubscriptionStatus, Tone>> = {
  trialing: 'info',
  awaiting_authorization: 'warn',
  active: 'good',
  past_due: 'bad',
  paused: 'warn',
  canceled: 'plain',
  ended: 'plain',
};

export const CYCLE_TONES: Readonly<Record<CycleState, Tone>> = {
  open: 'info',
  retrying: 'warn',
  unpaid: 'bad',
  paid: 'good',
  canceled: 'plain',
  dropped: 'plain',
  surplus: 'warn',
};
