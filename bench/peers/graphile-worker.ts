/** A queue of Graphile Worker that sends one signed webhook for each job. */
import { Logger, makeWorkerUtils, run, type Task } from 'graphile-worker';
import { enqueueJobs, type WebhookJob } from './enqueue-jobs.ts';
import { needed } from './environment.ts';
import { servePeer } from './serve-peer.ts';
import { createWebhookSender } from './signed-webhook.ts';

const TASK = 'webhook';
const CONCURRENCY = 50;
/** A job holds none while it sends. */
const CONNECTIONS = 30;
/** The connections of the producer that puts the jobs into the queue, as another process would. */
const PRODUCER_CONNECTIONS = 10;
/** As Fatura tries a webhook again: three times, five minutes apart. */
const ATTEMPTS = 4;
const RETRY_MS = 300_000;

interface Payload extends WebhookJob {
  attempt: number;
}

await servePeer<'graphile-worker.ts'>(async () => {
  const sender = createWebhookSender(needed('RECEIVER_SECRET'));
  const [url, deadUrl] = [needed('RECEIVER_URL'), needed('DEAD_RECEIVER_URL')];
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') console.error(message);
  });
  const given = { connectionString: needed('DATABASE_URL'), logger };

  /** Its own retries begin after seconds and come closer to hours: what fails is put into the queue again instead. */
  const webhook: Task = async (payload, { addJob }) => {
    const { attempt, ...job } = payload as Payload;
    try {
      await sender.send(job.url, job.body);
    } catch {
      if (attempt >= ATTEMPTS) return;
      await addJob(TASK, { ...job, attempt: attempt + 1 }, { runAt: new Date(Date.now() + RETRY_MS), maxAttempts: 1 });
    }
  };

  const producer = await makeWorkerUtils({ ...given, maxPoolSize: PRODUCER_CONNECTIONS });
  await producer.migrate();
  const runner = await run({
    ...given,
    maxPoolSize: CONNECTIONS,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    taskList: { [TASK]: webhook },
  });

  return {
    ready: {},
    run: (request) =>
      enqueueJobs(request, {
        url,
        deadUrl,
        async enqueue(job) {
          await producer.addJob(TASK, { ...job, attempt: 1 });
        },
      }),
    async close() {
      // Requests on their way end with it, so that the runner need not wait for receivers that are dead.
      await sender.close();
      await runner.stop();
      await producer.release();
    },
  };
});
