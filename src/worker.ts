import { readFile } from 'node:fs/promises';
import { Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createCancelCharge } from '../activities/cancel-charge.ts';
import { createDeliverWebhook } from '../activities/deliver-webhook.ts';
import { createMakeRefund } from '../activities/make-refund.ts';
import { createPassDeadline } from '../activities/pass-deadline.ts';
import { createReconcileGateways } from '../activities/reconcile-gateways.ts';
import { createReadInvoice } from '../activities/read-invoice.ts';
import { createRecordAttempt } from '../activities/record-attempt.ts';
import { createRegisterCharge } from '../activities/register-charge.ts';
import { createSubscriptionSteps } from '../activities/subscription-steps.ts';
import { translateFailures } from '../activities/translate-failures.ts';
import { createTryHere } from '../activities/try-here.ts';
import { createBulkhead } from './concurrency/bulkhead.ts';
import { createKeyedLimiter } from './concurrency/keyed-limiter.ts';
import { readConfig, type Config } from './config.ts';
import { createSecretBox } from './crypto/secret-box.ts';
import { openDatabase } from './db/orm.ts';
import { openGateways } from './open-gateways.ts';
import { isMain } from './is-main.ts';
import { createLogger } from './logging/create-logger.ts';
import { runProcess } from './run-process.ts';
import { ensureSchedules } from './temporal/ensure-schedules.ts';
import { ensureSearchAttributes } from './temporal/ensure-search-attributes.ts';
import { TASK_QUEUES } from './temporal/task-queues.ts';
import { createWorkerLogger } from './temporal/worker-logger.ts';
import { systemClock, type Clock } from './time/clock.ts';
import { createAddressPolicy } from './webhooks/address-policy.ts';
import { PLACES_PER_ENDPOINT } from './webhooks/deliver-webhook.ts';
import { createHttpSender } from './webhooks/http-sender.ts';

/** A workflow that is not in the cache is replayed when it is needed; each one that is takes memory. */
const MAX_CACHED_WORKFLOWS = 500;
/**
 * First tries hold the place of their workflow's task for as long as they take: of charges and of deliveries together there
 * are never more of them than half of those places, and whoever is slow holds few, once.
 */
const WORKFLOW_TASKS_AT_ONCE = 100;
const FIRST_TRIES = { places: 25, placesPerKey: 8, restMs: 30_000 };
/** A gateway's answer takes longer than a receiver's: it asks a bank. */
const SLOW_GATEWAY_MS = 4_000;
const SLOW_RECEIVER_MS = 1_000;
/** Subscriptions rest for weeks between two steps. */
const MAX_CACHED_SUBSCRIPTIONS = 100;
/**
 * Renewals that are due at one moment are worked off a few at a time, so that the invoices of payers do not wait: those of one
 * store are made one after the other (`inIdOrder`), and a payer's stands in line with as many.
 */
const SUBSCRIPTION_STEPS_AT_ONCE = 2;
/** What is under way when the process is told to stop has this long, and is then given up to a retry. */
const SHUTDOWN_GRACE = '12 seconds';
const SHUTDOWN_FORCE = '20 seconds';
/** Deliveries in flight at once, all stores together; one endpoint gets few of them (`PLACES_PER_ENDPOINT`). */
const MAX_CONCURRENT_DELIVERIES = 500;

export interface RunningWorker {
  /** Ends when the worker has stopped; rejects when it failed. */
  done: Promise<void>;
  stop(): Promise<void>;
}

/** The worker process: the workflows, and the activities on a queue each for invoices, payments and webhooks. */
export async function startWorker(
  config: Config,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
): Promise<RunningWorker> {
  const { address, namespace } = config.temporal;
  const connection = await NativeConnection.connect({ address });
  await prepareNamespace(config.temporal, log);
  const orm = await openDatabase({ databaseUrl: config.databaseUrl, poolSize: 20 });
  const em = orm.em;
  const secrets = createSecretBox(config.encryptionKeys);
  const { gateways } = openGateways(em, secrets, config);
  const sender = createHttpSender(createAddressPolicy(config.webhookAllowedNetworks));
  const charging = { em, gateways, secrets, publicUrl: config.publicUrl };
  const delivering = { em, clock, secrets, sender, limiter: createKeyedLimiter<number>(PLACES_PER_ENDPOINT) };

  const common = {
    connection,
    namespace,
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
  } as const;
  const workflows = await workflowSource(config);
  const workers = await Promise.all([
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.invoices,
      ...workflows,
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_AT_ONCE,
      activities: translateFailures({
        ...createReadInvoice({ em }),
        ...createPassDeadline({ em }),
        ...createTryHere({
          charging,
          charges: createBulkhead({ ...FIRST_TRIES, slowMs: SLOW_GATEWAY_MS }),
          delivering,
          deliveries: createBulkhead({ ...FIRST_TRIES, slowMs: SLOW_RECEIVER_MS }),
        }),
      }),
    }),
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.subscriptions,
      ...workflows,
      maxCachedWorkflows: MAX_CACHED_SUBSCRIPTIONS,
      maxConcurrentWorkflowTaskExecutions: SUBSCRIPTION_STEPS_AT_ONCE,
      maxConcurrentActivityTaskExecutions: SUBSCRIPTION_STEPS_AT_ONCE,
      maxTaskQueueActivitiesPerSecond: config.subscriptionStepsPerSecond,
      activities: translateFailures(createSubscriptionSteps({ em, gateways, secrets })),
    }),
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.payments,
      activities: translateFailures({
        ...createRegisterCharge(charging),
        ...createCancelCharge({ em, gateways }),
        ...createMakeRefund({ em, gateways }),
        ...createReconcileGateways({ em, clock, gateways, log }),
      }),
    }),
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.webhooks,
      maxConcurrentActivityTaskExecutions: MAX_CONCURRENT_DELIVERIES,
      activities: translateFailures({
        ...createDeliverWebhook(delivering),
        ...createRecordAttempt({ em, clock }),
      }),
    }),
  ]);

  const done = Promise.all(workers.map((worker) => worker.run())).then(() => undefined);
  log.info({ task_queues: Object.values(TASK_QUEUES) }, 'the worker polls');
  return {
    done,
    async stop() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await done;
      await sender.close();
      await connection.close();
      await orm.close();
    },
  };
}

async function prepareNamespace({ address, namespace }: Config['temporal'], log: Logger): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await ensureSearchAttributes(connection, namespace);
    await ensureSchedules(connection, namespace, log);
  } finally {
    await connection.close();
  }
}

/** The bundle made beforehand, or the sources, which take some seconds to bundle. */
async function workflowSource(config: Config): Promise<Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>> {
  if (config.workflowBundlePath) return { workflowBundle: { code: await readFile(config.workflowBundlePath, 'utf8') } };
  return { workflowsPath: new URL('../workflows/index.ts', import.meta.url).pathname };
}

if (isMain(import.meta.url)) {
  const config = readConfig();
  const log = createLogger('worker', config.logLevel);
  Runtime.install({ logger: createWorkerLogger(log), shutdownSignals: [] });
  await runProcess(log, async () => {
    const worker = await startWorker(config, { log });
    worker.done.catch((error: unknown) => {
      log.fatal({ err: error }, 'the worker failed');
      process.exit(1);
    });
    return worker;
  });
}
