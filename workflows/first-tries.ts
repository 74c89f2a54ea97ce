import { isCancellation, proxyActivities, proxyLocalActivities, TemporalFailure } from '@temporalio/workflow';
import type { LocalActivities, WebhookActivities } from '../activities/index.ts';
import type { DeliveryOutcome } from '../activities/deliver-webhook.ts';
import type { TriedCharge, FirstTriesInput } from '../activities/first-tries.ts';
import type { Environment } from '../src/base/environment.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import { FIRST_TRY_LIMIT_MS } from '../src/base/temporal/task-limits.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import { deliveryAttemptOf, isUntried } from '../src/webhooks/first-attempt.ts';
import type { StoreTime } from '../src/base/time/store-time.ts';
import { ATTEMPT_LIMIT_MS } from './deliver.ts';
import { storeTime } from './time.ts';

/**
 * The time counts from when it is asked for, also where it waits for its turn in the worker: it must end within the
 * workflow's task. Recorded histories hold the name of the activity.
 */
const { tryHere } = proxyLocalActivities<LocalActivities>({
  scheduleToCloseTimeout: FIRST_TRY_LIMIT_MS,
  retry: { maximumAttempts: 1 },
});

/** Should the worker die, the ordinary activity finds out what became of each attempt. */
const { deliverTogether } = proxyActivities<WebhookActivities>({
  taskQueue: TASK_QUEUES.webhooks,
  startToCloseTimeout: ATTEMPT_LIMIT_MS,
  retry: { maximumAttempts: 1 },
});

/** The order as it was when it was tried, by its policy of then; and what came of that. */
export interface FirstDelivery {
  order: DeliveryOrder;
  tried: DeliveryOutcome;
}

/** The work that is to be tried at once. */
export interface Untried extends StoreTime {
  companyId?: number;
  environment?: Environment;
  charge: FirstTriesInput['charge'];
  deliveries: DeliveryOrder[];
}

/**
 * The first tries of a run, each made once, and their outcomes. The worker that has the workflow's task makes them as
 * one local activity, which costs Temporal a note in that task instead of a task for each. A first try that brings
 * nothing at once is left to the ordinary activity, whose every retry an operator sees.
 */
export class FirstTries {
  private readonly charges = new Map<number, TriedCharge | 'trying' | 'held'>();
  private readonly deliveries = new Map<number, FirstDelivery | 'trying' | 'taken'>();
  /** The number of tries that have ended. */
  ended = 0;

  /** Finds the work that is due by the news and was never tried; null for none. */
  untried({ invoiceId, companyId, environment, clockAt, chargeToRegister, deliveries }: InvoiceNews): Untried | null {
    const attemptId = chargeToRegister !== null && !this.charges.has(chargeToRegister) ? chargeToRegister : null;
    const orders = deliveries.filter((order) => isUntried(order) && !this.deliveries.has(order.deliveryId));
    if (attemptId === null && orders.length === 0) return null;
    const charge = attemptId === null ? null : { attemptId, invoiceId, companyId, environment };
    return { companyId, environment, charge, deliveries: orders, ...(clockAt !== undefined && { clockAt }) };
  }

  isTrying({ deliveryId }: DeliveryOrder): boolean {
    return this.deliveries.get(deliveryId) === 'trying';
  }

  /**
   * The charges that somebody has to go on with, and what came of their first tries: the one that is due, unless it is
   * being tried, and those that may have reached their gateway without its answer, whatever became of the invoice
   * meanwhile.
   */
  chargesToGoOnWith(chargeToRegister: number | null): [attemptId: number, tried: TriedCharge | undefined][] {
    const left = new Map<number, TriedCharge | undefined>();
    for (const [attemptId, tried] of this.charges) {
      if (tried !== 'trying' && tried !== 'held' && tried.status === 'lost') left.set(attemptId, tried);
    }
    if (chargeToRegister !== null) {
      const tried = this.charges.get(chargeToRegister);
      if (tried === 'held') left.set(chargeToRegister, { status: 'lost', retryAfterSeconds: null });
      else if (tried !== 'trying') left.set(chargeToRegister, tried);
    }
    return [...left];
  }

  /**
   * The record holds a charge, which may have reached its gateway: somebody goes on with it once the record names it.
   */
  hold(attemptId: number): void {
    this.charges.set(attemptId, 'held');
  }

  /**
   * Gives the outcome of a delivery's first try, if it was made, and gives it once: a delivery that was held and is let
   * go is due again.
   */
  takeDelivery(deliveryId: number): FirstDelivery | undefined {
    const first = this.deliveries.get(deliveryId);
    if (first === undefined || first === 'trying') return undefined;
    this.deliveries.set(deliveryId, 'taken');
    return first === 'taken' ? undefined : first;
  }

  /**
   * @param leavesTogether whether several deliveries that were not tried here are left to `makeTogether`, and not to an
   *   ordinary activity each
   * @returns the news that came of it, if any did; and the deliveries that are left
   */
  async make(
    { companyId, environment, charge, deliveries: orders, ...time }: Untried,
    { leavesTogether }: { leavesTogether: boolean },
  ): Promise<{ news: InvoiceNews | null; left: DeliveryOrder[] }> {
    const begun = [...this.deliveries.keys()];
    if (charge) this.charges.set(charge.attemptId, 'trying');
    for (const { deliveryId } of orders) this.deliveries.set(deliveryId, 'trying');
    const attempts = orders.map((order) => deliveryAttemptOf(order));
    const at = storeTime(time);
    const input = {
      ...{ charge, deliveries: attempts, at },
      ...(charge && begun.length > 0 && { begun }),
      ...(companyId !== undefined && { companyId }),
      ...(environment !== undefined && { environment }),
    };
    const tried = await orNull(
      tryHere.executeWithOptions({ summary: describeTry({ charge, deliveries: orders }) }, [input]),
    );
    // A try without an answer may have reached the gateway or the receiver: the ordinary activity finds out.
    if (charge) this.charges.set(charge.attemptId, tried?.charge ?? { status: 'lost', retryAfterSeconds: null });
    for (const { deliveryId } of orders) this.deliveries.set(deliveryId, 'taken');
    const asked = new Map([...(tried?.news?.deliveries ?? []), ...orders].map((order) => [order.deliveryId, order]));
    const left: DeliveryOrder[] = [];
    for (const [deliveryId, outcome] of tried?.deliveries ?? []) {
      const order = asked.get(deliveryId)!;
      if (outcome.status === 'elsewhere') left.push(order);
      this.deliveries.set(deliveryId, outcome.status === 'elsewhere' ? 'taken' : { order, tried: outcome });
    }
    const together = leavesTogether && left.length > 1 ? left : [];
    for (const { deliveryId } of together) this.deliveries.set(deliveryId, 'trying');
    this.ended += 1;
    return { news: tried?.news ?? null, left: together };
  }

  /** The first tries of deliveries for which there was no place here: one task of Temporal, and not one for each. */
  async makeTogether(orders: DeliveryOrder[]): Promise<void> {
    if (orders.length === 0) return;
    // An operator sees the deliveries in the input: a summary has 400 bytes.
    const summary = `first try of ${orders.length} deliveries`;
    const input = { deliveries: orders.map((order) => deliveryAttemptOf(order)) };
    const made = new Map(await orNull(deliverTogether.executeWithOptions({ summary }, [input])));
    for (const order of orders) {
      const outcome = made.get(order.deliveryId);
      this.deliveries.set(order.deliveryId, outcome ? { order, tried: outcome } : 'taken');
    }
    this.ended += 1;
  }
}

function describeTry({ charge, deliveries }: Untried): string {
  const parts = [
    charge && `the charge of attempt ${charge.attemptId}`,
    ...deliveries.map(({ event, endpointId }) => `${event} → endpoint ${endpointId}`),
  ];
  return `first try: ${parts.filter(Boolean).join('; ')}`;
}

/**
 * A local activity fails with what it threw, or with its time-out: unlike an ordinary one, not with an
 * `ActivityFailure`.
 */
async function orNull<T>(trial: Promise<T>): Promise<T | null> {
  try {
    return await trial;
  } catch (error) {
    if (error instanceof TemporalFailure && !isCancellation(error)) return null;
    throw error;
  }
}
