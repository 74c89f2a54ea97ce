import { setTimeout as delay } from 'node:timers/promises';
import type { QueueResult, QueueRun } from '../support/peer.ts';
import { webhookBody } from './signed-webhook.ts';

/** A webhook on its way: the bytes and where they go. A job of a queue is JSON, so it is a type, which has an index. */
export type WebhookJob = {
  url: string;
  body: string;
};

const MAX_IN_FLIGHT = 64;

/** Puts the jobs of a run into a queue, at an even rate or as fast as it takes them. */
export async function enqueueJobs(
  { ratePerSecond, count, deadShare, firstId }: QueueRun,
  { url, deadUrl, enqueue }: { url: string; deadUrl: string; enqueue: (job: WebhookJob) => Promise<void> },
): Promise<QueueResult> {
  const begun = performance.now();
  const enqueued: QueueResult['enqueued'] = [];
  const one = async (index: number): Promise<void> => {
    const invoiceId = firstId + index;
    const body = webhookBody({ id: invoiceId, event: 'invoice.created', invoiceId, sequence: 1 });
    const isDead = Math.floor((index + 1) * deadShare) > Math.floor(index * deadShare);
    await enqueue({ url: isDead ? deadUrl : url, body });
    if (!isDead) enqueued.push([invoiceId, performance.timeOrigin + performance.now()]);
  };
  if (ratePerSecond === null) await inLanes(count, one);
  else await atRate(count, ratePerSecond, one);
  return { enqueued, seconds: (performance.now() - begun) / 1_000 };
}

async function inLanes(count: number, one: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await one(index);
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, lane));
}

/** By the clock, not by pauses between two jobs: one that comes late does not move all the others. */
async function atRate(count: number, perSecond: number, one: (index: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const pending = Array.from({ length: count }, async (_, index) => {
    await delay(begun + (index * 1_000) / perSecond - performance.now());
    await one(index);
  });
  await Promise.all(pending);
}
