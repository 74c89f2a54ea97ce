import { ActivityFailure, isCancellation, patched, proxyLocalActivities } from '@temporalio/workflow';
import type { HereActivities } from '../activities/index.ts';
import type { TriedCharge, TriedDelivery } from '../activities/try-here.ts';
import type { DeliveryOrder, InvoiceNews } from '../src/invoices/invoice-news.ts';
import { attemptOf, isUntried } from '../src/webhooks/first-attempt.ts';

/** More than a receiver and a gateway are given, so that only a worker that is in trouble is ever timed out. */
const { tryHere } = proxyLocalActivities<HereActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
});

/**
 * Whether this run makes its first tries here: in the worker that has the workflow's task, as one local activity, which costs
 * Temporal a note in that task instead of a task for each. What does not come of the first try at once is left to the
 * ordinary activity, whose every retry an operator sees. Runs that began before 0.4.0 go on without.
 */
export function triesHereFirst(): boolean {
  return patched('first tries here');
}

/** The order as it was when it was tried, by its policy of then; and what came of that. */
export interface FirstDelivery {
  order: DeliveryOrder;
  tried: TriedDelivery;
}

/** The first tries of a run, each made once: what came of them, for whoever goes on from there. */
export class FirstTries {
  private readonly charges = new Map<number, TriedCharge>();
  private readonly deliveries = new Map<number, FirstDelivery | 'taken'>();

  /** @returns what came of the first try of a charge; undefined where none was made */
  charge(attemptId: number): TriedCharge | undefined {
    return this.charges.get(attemptId);
  }

  /** As `charge`, of a delivery, and once: one that was held and is let go is due again. */
  takeDelivery(deliveryId: number): FirstDelivery | undefined {
    const tried = this.deliveries.get(deliveryId);
    if (tried) this.deliveries.set(deliveryId, 'taken');
    return tried === 'taken' ? undefined : tried;
  }

  /** Makes the first tries of all that is due and was not tried. @returns the news that came of them, if any did */
  async ofInvoice({
    invoiceId,
    companyId,
    environment,
    chargeToRegister,
    deliveries,
  }: InvoiceNews): Promise<InvoiceNews | null> {
    const charge = chargeToRegister !== null && !this.charges.has(chargeToRegister) ? chargeToRegister : null;
    const untried = deliveries.filter((order) => isUntried(order) && !this.deliveries.has(order.deliveryId));
    if (charge === null && untried.length === 0) return null;
    const about = charge === null ? null : { invoiceId, companyId, environment, attemptId: charge };
    return this.make(about, untried);
  }

  async ofDelivery(order: DeliveryOrder): Promise<void> {
    if (isUntried(order)) await this.make(null, [order]);
  }

  private async make(
    charge: Parameters<typeof tryHere>[0]['charge'],
    orders: DeliveryOrder[],
  ): Promise<InvoiceNews | null> {
    // What is lost may have been made: the ordinary activity finds out.
    if (charge) this.charges.set(charge.attemptId, { status: 'lost' });
    for (const order of orders) this.deliveries.set(order.deliveryId, { order, tried: { status: 'elsewhere' } });
    try {
      const at = new Date().toISOString();
      const tried = await tryHere({ charge, deliveries: orders.map((order) => attemptOf(order)), at });
      if (charge && tried.charge) this.charges.set(charge.attemptId, tried.charge);
      const asked = new Map([...(tried.news?.deliveries ?? []), ...orders].map((order) => [order.deliveryId, order]));
      for (const [deliveryId, outcome] of tried.deliveries) {
        this.deliveries.set(deliveryId, { order: asked.get(deliveryId)!, tried: outcome });
      }
      return tried.news;
    } catch (error) {
      if (error instanceof ActivityFailure && !isCancellation(error)) return null;
      throw error;
    }
  }
}
