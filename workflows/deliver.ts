import {
  ActivityFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import { temporalBackoff } from '../src/webhooks/retry-policy.ts';
import type { DeliveryOutcome } from '../activities/deliver-webhook.ts';
import { deliveryAttemptOf } from '../src/webhooks/first-attempt.ts';
import { hasCome, msUntil } from './time.ts';

const LONG_AGO = new Date(0).toISOString();

/** A postponed delivery comes back at least this often, however long the reason lasts. */
const MAX_POSTPONEMENT_SECONDS = 300;

/** More than the receiver is given, so that only a worker that died is ever timed out. */
export const ATTEMPT_LIMIT_MS = 30_000;
/** Temporal's name for an attempt of which nobody saw the end. */
const LOST_ATTEMPT = 'TemporalTimeout:StartToClose';

const { recordAttempt, recordLostAttempt, rescheduleDelivery } = proxyActivities<WebhookActivities>({
  taskQueue: TASK_QUEUES.webhooks,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/**
 * The delivery of an event to an endpoint, with the retries that its store asks for. Temporal repeats the attempts that
 * the receiver failed. An attempt that failed for another reason spends none of the retries and comes back here, and so
 * does an attempt that was lost with its worker or on the way to it: the interval is for receivers that fail.
 */
export class Delivery {
  private order: DeliveryOrder;
  private policyChanged = false;
  private isUnderWay = false;
  /** Nobody waits for it here any more: see `release`. */
  isReleased = false;
  /** The run itself ends: see `leave`. */
  private isLeft = false;
  private attempts: CancellationScope | undefined;
  /** The outcome of the first try, until the ordinary activity goes on from there. */
  private tried: DeliveryOutcome | undefined;
  private readonly hearsOfEarlier: boolean;
  /** ISO 8601: when the record says that the next attempt is due; null where nobody waits for that. */
  private waitsUntil: string | null = null;
  /** Where a clock measures the time: so many attempts were made when it said that the next one is due. */
  private dueAfter = -1;
  /** Whether the last attempt failed, and another follows. */
  isFailing: boolean;
  private readonly onFailing: () => unknown;

  /**
   * @param tried what came of the first try, where one was made
   * @param hearsOfEarlier whether an earlier time in later news counts; runs that began before that was so go on
   *   without
   * @param onFailing called whenever `isFailing` has changed
   */
  constructor(
    order: DeliveryOrder,
    {
      tried,
      hearsOfEarlier,
      onFailing,
    }: { tried?: DeliveryOutcome; hearsOfEarlier: boolean; onFailing: () => unknown },
  ) {
    this.order = order;
    this.isFailing = hasFailed(order) || (tried !== undefined && isFailure(tried));
    this.onFailing = onFailing;
    this.noteClock(order);
    this.tried = tried;
    this.hearsOfEarlier = hearsOfEarlier;
  }

  /**
   * News of the same delivery. A new policy takes effect at once, also for an attempt that is waited for. An earlier
   * time does too: a worker whose clock is ahead may have written the time before. A clock that the store's sandbox has
   * from now on, or no longer, measures anew as a new policy does.
   */
  learn(latest: DeliveryOrder): void {
    this.isReleased = false;
    this.noteClock(latest);
    if (this.isUnderWay) this.note(this.isFailing || hasFailed(latest));
    if (hasSamePolicy(latest, this.order)) {
      const due = latest.notBefore ?? LONG_AGO;
      if (this.hearsOfEarlier && this.waitsUntil !== null && due < this.waitsUntil) this.waitsUntil = due;
      return;
    }
    this.order = latest;
    this.policyChanged = true;
    this.attempts?.cancel();
  }

  /** The record no longer names it. An attempt that is under way is heard out; no other follows. */
  release(): void {
    this.isReleased = true;
  }

  /**
   * As `release`, where the run itself ends: an attempt that waits for its time is given back to the record at once.
   */
  leave(): void {
    this.isReleased = true;
    this.isLeft = true;
  }

  /** @returns whether it may be begun once more, as it is held until its endpoint works again, rather than ended */
  async run(): Promise<{ isHeld: boolean }> {
    this.isUnderWay = true;
    return this.attemptUntilEnd().finally(() => {
      this.isUnderWay = false;
      this.note(false);
    });
  }

  private note(isFailing: boolean): void {
    if (this.isFailing === isFailing) return;
    this.isFailing = isFailing;
    this.onFailing();
  }

  private async attemptUntilEnd(): Promise<{ isHeld: boolean }> {
    const { deliveryId } = this.order;
    let attemptsMade = this.order.attemptsMade;
    let postponements = 0;
    // The outcome of a first try says when the next attempt is due.
    let notBefore = this.tried ? null : this.order.notBefore;
    let waitMs = this.waitOf(notBefore);
    let isPostponed = false;
    let summary = `next attempt of delivery ${deliveryId}`;

    for (;;) {
      if (waitMs > 0 && this.byClock && !isPostponed) {
        await condition(() => this.policyChanged || this.isReleased || this.dueAfter >= attemptsMade);
      } else if (waitMs > 0) {
        this.waitsUntil = notBefore;
        const isEarlier = (): boolean => this.waitsUntil !== notBefore;
        await condition(() => this.policyChanged || this.isReleased || isEarlier(), waitMs, { summary });
        if (isEarlier()) {
          notBefore = this.waitsUntil;
          waitMs = msUntil(notBefore!);
          continue;
        }
      }
      this.waitsUntil = null;
      notBefore = null;
      isPostponed = false;
      if (this.isReleased) return { isHeld: true };
      const outcome = this.policyChanged ? 'rescheduled' : await this.attempt(attemptsMade);
      if (outcome === 'released') return { isHeld: true };
      if (outcome === 'rescheduled' || outcome === 'lost') {
        this.policyChanged = false;
        // The record knows of a first try that it was told of.
        if (this.tried?.status !== 'unrecorded') this.tried = undefined;
        const fresh = await rescheduleDelivery({ deliveryId });
        if (!fresh) return { isHeld: false };
        if (!this.policyChanged) this.order = fresh;
        attemptsMade = fresh.attemptsMade;
        waitMs = this.waitOf(fresh.notBefore);
        const why = outcome === 'lost' ? 'after a lost one' : 'by the new policy';
        summary = `next attempt of delivery ${deliveryId}, ${why}`;
        continue;
      }
      if (outcome === null) {
        const attemptsAllowed = Math.max(this.order.attemptsAllowed, attemptsMade + 1);
        await recordLostAttempt({
          deliveryId,
          attemptsAllowed,
          runsIn: this.order.runsIn ?? (this.order.evenIfPaused ? 'delivery' : 'invoice'),
        });
        return { isHeld: false };
      }
      if (outcome.status === 'ended' || outcome.status === 'held') return { isHeld: outcome.status === 'held' };
      this.note(this.isFailing || isFailure(outcome));
      if (outcome.status === 'failed') {
        if (outcome.retryAfterSeconds === null) return { isHeld: false };
        attemptsMade = outcome.attemptsMade;
        waitMs = outcome.retryAfterSeconds * 1000;
        summary = `next attempt of delivery ${deliveryId}`;
        continue;
      }
      if (outcome.status === 'unrecorded') {
        const { error, number, retryAfterSeconds } = outcome.attempt;
        await recordAttempt(outcome.attempt);
        if (error === null || retryAfterSeconds === null) return { isHeld: false };
        attemptsMade = number;
        waitMs = retryAfterSeconds * 1000;
        summary = `next attempt of delivery ${deliveryId}`;
        continue;
      }
      attemptsMade = outcome.attemptsMade;
      isPostponed = true;
      waitMs = Math.min(outcome.retryAfterSeconds * 2 ** postponements, MAX_POSTPONEMENT_SECONDS) * 1000;
      summary = `delivery ${deliveryId} is postponed`;
      postponements += 1;
    }
  }

  private get byClock(): boolean {
    return this.order.clockAt !== undefined;
  }

  /** Where the store's clock measures, nobody knows how long that takes, and any time stands for it. */
  private waitOf(notBefore: string | null): number {
    if (notBefore === null || (this.byClock && hasCome(notBefore, this.order))) return 0;
    return msUntil(notBefore);
  }

  private noteClock(order: DeliveryOrder): void {
    const { notBefore, attemptsMade, clockAt } = order;
    if (clockAt === undefined) return;
    if (notBefore === null || hasCome(notBefore, order)) this.dueAfter = Math.max(this.dueAfter, attemptsMade);
  }

  /**
   * The attempts that are left, by Temporal's retries. Null when they are spent: each that the activity saw end is on
   * record, the last perhaps not. The record knows whether a lost attempt was begun.
   */
  private async attempt(attemptsMade: number): Promise<DeliveryOutcome | 'rescheduled' | 'lost' | 'released' | null> {
    const tried = this.tried;
    this.tried = undefined;
    if (tried) return tried;
    const { endpointId, retryPolicy, event } = this.order;
    const input = {
      ...deliveryAttemptOf(this.order, attemptsMade),
      // The run hears that the delivery fails, and shows it; Temporal alone sees the failures after the first.
      ...(!this.isFailing && { returnsFailure: true as const }),
    };
    const { deliverWebhook } = proxyActivities<WebhookActivities>({
      taskQueue: TASK_QUEUES.webhooks,
      startToCloseTimeout: ATTEMPT_LIMIT_MS,
      retry: {
        ...temporalBackoff(retryPolicy, attemptsMade - input.attemptsBefore),
        maximumAttempts: input.attemptsAllowed - attemptsMade,
        nonRetryableErrorTypes: [LOST_ATTEMPT],
      },
      // An attempt under way is heard out before it is scheduled anew, so that none is made twice.
      cancellationType: 'WAIT_CANCELLATION_COMPLETED',
      summary: `${event} → endpoint ${endpointId}`,
    });
    const scope = new CancellationScope();
    const attempt = { hasEnded: false, isLetGo: false };
    try {
      this.attempts = scope;
      void this.cancelOnceReleased(scope, attempt);
      return await scope.run(() => deliverWebhook(input));
    } catch (error) {
      if (attempt.isLetGo) return 'released';
      if (this.policyChanged) return 'rescheduled';
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      return isLost(error) ? 'lost' : null;
    } finally {
      attempt.hasEnded = true;
      this.attempts = undefined;
    }
  }

  /**
   * After a release, an attempt that is under way has the time that an attempt may take, because its result is often on
   * the way already. An activity that is still there then waits for the store's interval, and is canceled.
   */
  private async cancelOnceReleased(
    scope: CancellationScope,
    attempt: { hasEnded: boolean; isLetGo: boolean },
  ): Promise<void> {
    const summary = `delivery ${this.order.deliveryId} is let go`;
    try {
      for (;;) {
        await condition(() => attempt.hasEnded || this.isReleased);
        if (attempt.hasEnded) return;
        const isTaken = (): boolean => attempt.hasEnded || !this.isReleased || this.isLeft;
        if (!this.isLeft && (await condition(isTaken, ATTEMPT_LIMIT_MS, { summary })) && !this.isLeft) continue;
        attempt.isLetGo = true;
        scope.cancel();
        return;
      }
    } catch (error) {
      if (!isCancellation(error)) throw error;
    }
  }
}

/** Activities of versions before 0.9.0 retried lost attempts, and end with another state once no retry is left. */
function isLost({ cause, retryState }: ActivityFailure): boolean {
  return cause instanceof TimeoutFailure && retryState === 'NON_RETRYABLE_FAILURE';
}

/** The record has seen an attempt of this round fail: a delivery that succeeded would not be named. */
function hasFailed({ attemptsMade, attemptsBefore = 0 }: DeliveryOrder): boolean {
  return attemptsMade > attemptsBefore;
}

/** Whether an attempt was made that failed, and another follows. */
function isFailure(outcome: DeliveryOutcome): boolean {
  if (outcome.status === 'unrecorded') {
    return outcome.attempt.error !== null && outcome.attempt.retryAfterSeconds !== null;
  }
  return outcome.status === 'failed' && outcome.retryAfterSeconds !== null;
}

function hasSamePolicy(a: DeliveryOrder, b: DeliveryOrder): boolean {
  return (
    a.attemptsAllowed === b.attemptsAllowed &&
    a.retryPolicy.intervalSeconds === b.retryPolicy.intervalSeconds &&
    a.retryPolicy.strategy === b.retryPolicy.strategy &&
    a.retryPolicy.maxIntervalSeconds === b.retryPolicy.maxIntervalSeconds &&
    (a.clockAt === undefined) === (b.clockAt === undefined)
  );
}
