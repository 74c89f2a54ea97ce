import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ErasureActivities } from '../activities/index.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';

export interface CustomerErasureInput {
  customerId: number;
}

// A store whose key is refused mends it one day: until then its gateway cannot be asked.
const { forgetPayer } = proxyActivities<ErasureActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 hour' },
});

/** Does the part of an erasure that lies outside of the record: the store's gateway forgets the customer too. */
export async function customerErasure({ customerId }: CustomerErasureInput): Promise<void> {
  setCurrentDetails(`Waits for the gateway to forget customer ${customerId}.`);
  const { forgotten, outOfReach } = await forgetPayer({ customerId });
  setCurrentDetails(`Forgotten at **${forgotten}** gateways; ${outOfReach} out of reach.`);
}
