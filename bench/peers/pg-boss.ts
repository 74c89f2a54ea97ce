/** A queue of pg-boss that sends one signed webhook for each job. */
import { PgBoss, type Job } from 'pg-boss';
import { enqueueJobs, type WebhookJob } from './enqueue-jobs.ts';
import { needed } from './environment.ts';
import { servePeer } from './serve-peer.ts';
import { createWebhookSender } from './signed-webhook.ts';

const QUEUE = 'webhooks';
/** Each takes a batch, sends it all at once, and takes the next when the slowest receiver of it has answered. */
const WORKERS = 50;
/**
 * With batches of one, a worker waits for a notification or for its poll after every job, however long the queue is.
 */
const BATCH = 5;
const CONNECTIONS = 30;
/** The least that it takes. */
const POLLING_SECONDS = 0.5;

await servePeer<'pg-boss.ts'>(async () => {
  const sender = createWebhookSender(needed('RECEIVER_SECRET'));
  const [url, deadUrl] = [needed('RECEIVER_URL'), needed('DEAD_RECEIVER_URL')];
  const boss = new PgBoss({ connectionString: needed('DATABASE_URL'), max: CONNECTIONS, useListenNotify: true });
  boss.on('error', console.error);
  await boss.start();
  // As Fatura tries a webhook again: three times, five minutes apart.
  await boss.createQueue(QUEUE, { notify: true, retryLimit: 3, retryDelay: 300 });
  const options = {
    localConcurrency: WORKERS,
    batchSize: BATCH,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: POLLING_SECONDS,
    notifyPollingIntervalSeconds: POLLING_SECONDS,
  } as const;
  await boss.work<WebhookJob>(QUEUE, options, (jobs) => Promise.all(jobs.map(deliver)));

  /** A job of a batch that fails is tried again alone. */
  async function deliver({ id, data }: Job<WebhookJob>): Promise<{ id: string; status: 'completed' | 'failed' }> {
    const isDelivered = await sender.send(data.url, data.body).then(
      () => true,
      () => false,
    );
    return { id, status: isDelivered ? 'completed' : 'failed' };
  }

  return {
    ready: {},
    run: (run) =>
      enqueueJobs(run, {
        url,
        deadUrl,
        async enqueue(job) {
          await boss.send(QUEUE, job);
        },
      }),
    async close() {
      await sender.close();
      await boss.stop({ graceful: false });
    },
  };
});
