import type { AttemptState, PaymentAttempt } from './payment-attempt.entity.ts';

/** Moves an attempt out of `pending`. The card token has served, or never will: it is forgotten here. */
export function endAttempt(attempt: PaymentAttempt, state: Exclude<AttemptState, 'pending'>, at: Date): void {
  attempt.state = state;
  attempt.cardToken = null;
  attempt.updatedAt = at;
}

/**
 * Gives up every attempt that is under way, but for the one named; what the gateway knows of is canceled there next.
 */
export function cancelPendingAttempts(attempts: PaymentAttempt[], at: Date, except?: PaymentAttempt): void {
  for (const attempt of attempts) {
    if (attempt !== except && attempt.state === 'pending') endAttempt(attempt, 'canceled', at);
  }
}
