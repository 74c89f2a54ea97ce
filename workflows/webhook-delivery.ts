import { defineSignal, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { DeliveryOutcome } from '../activities/deliver-webhook.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import { isUntried } from '../src/webhooks/first-attempt.ts';
import { Delivery } from './deliver.ts';
import { FirstTries } from './first-tries.ts';
import { patchedForFirstTries } from './rules-of-run.ts';
import { showDelivery } from './show.ts';

export interface WebhookDeliveryInput {
  /** The state of the record when the run was started. */
  order: DeliveryOrder;
  /** Whether an earlier time in later news counts. Absent in runs of before 0.3.0. */
  hearsOfEarlier?: boolean;
}

/** The record of the delivery has changed: another policy, or the store asks for it once more. */
const deliveryChanged = defineSignal<[DeliveryOrder]>('recordChanged');

/** A delivery that no invoice's life makes: a test, a redelivery, a probe of a paused endpoint. */
export async function webhookDelivery({ order, hearsOfEarlier = false }: WebhookDeliveryInput): Promise<void> {
  let next: DeliveryOrder | null = order;
  let underWay: Delivery | null = null;
  setHandler(deliveryChanged, (latest) => {
    underWay?.learn(latest);
    next = latest;
  });
  const triesFirst = patchedForFirstTries();
  while (next) {
    const current: DeliveryOrder = next;
    next = null;
    setCurrentDetails(`\`${current.event}\` → endpoint ${current.endpointId}, delivery ${current.deliveryId}`);
    const tried = triesFirst ? await tryFirst(current) : undefined;
    const onFailing = (): void => showDelivery(delivery.isFailing);
    const delivery: Delivery = new Delivery(current, { hearsOfEarlier, onFailing, ...(tried && { tried }) });
    underWay = delivery;
    // News that came during the try.
    if (next) delivery.learn(next);
    onFailing();
    await delivery.run();
    underWay = null;
  }
}

async function tryFirst(order: DeliveryOrder): Promise<DeliveryOutcome | undefined> {
  if (!isUntried(order)) return undefined;
  const tries = new FirstTries();
  await tries.make({ charge: null, deliveries: [order] }, { leavesTogether: false });
  return tries.takeDelivery(order.deliveryId)?.tried;
}
