import { readFile } from 'node:fs/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createAdvanceClock } from '../activities/advance-clock.ts';
import { createAnswerDispute } from '../activities/answer-dispute.ts';
import { createCancelCharge } from '../activities/cancel-charge.ts';
import { createDeliverWebhook } from '../activities/deliver-webhook.ts';
import { createForgetOld } from '../activities/forget-old.ts';
import { createForgetPayer } from '../activities/forget-payer.ts';
import { createMakeRefund } from '../activities/make-refund.ts';
import { createOperate } from '../activities/operate.ts';
import { createPassDeadline } from '../activities/pass-deadline.ts';
import { createProveLedger } from '../activities/prove-ledger.ts';
import { createReconcileGateways } from '../activities/reconcile-gateways.ts';
import { createReadInvoice } from '../activities/read-invoice.ts';
import { createRecordAttempt } from '../activities/record-attempt.ts';
import { createSendMessage } from '../activities/send-message.ts';
import { createRegisterCharge } from '../activities/register-charge.ts';
import { createMandateSteps, createSubscriptionSteps } from '../activities/subscription-steps.ts';
import { translateFailures } from '../activities/translate-failures.ts';
import { createFirstTries } from '../activities/first-tries.ts';
import { createStoreClock } from './accounts/companies/store-clock.ts';
import { createBulkhead } from './base/concurrency/bulkhead.ts';
import { createKeyedLimiter } from './base/concurrency/keyed-limiter.ts';
import { readConfig, type Config } from './app/config.ts';
import { openSecretBox } from './base/crypto/open-secret-box.ts';
import { openDatabase } from './app/open-database.ts';
import { poolOf } from './base/db/orm.ts';
import { openDatabaseProbe, type DatabaseProbe } from './base/db/probe.ts';
import { exitProcess } from './base/exit-process.ts';
import { openGateways } from './app/open-gateways.ts';
import { isMain } from './app/is-main.ts';
import { createLogger } from './base/logging/create-logger.ts';
import { runProcess } from './app/run-process.ts';
import { createMailer } from './base/mail/create-mailer.ts';
import { createTwilio } from './payments/messages/twilio.ts';
import { createWorkFeed } from './base/outbox/work-feed.ts';
import { createInvoicesUnderWay } from './outbox/invoices-under-way.ts';
import { keepSchedules } from './outbox/keep-schedules.ts';
import { openClaims } from './outbox/open-claims.ts';
import { DISPATCHER, startDispatcher } from './outbox/start-dispatcher.ts';
import { clientOf, connectionOptions, dataConverterOf } from './base/temporal/connect.ts';
import { ensureSearchAttributes } from './base/temporal/ensure-search-attributes.ts';
import { createPacedSlots } from './base/temporal/paced-slots.ts';
import { observeActivities } from './platform/observe-activities.ts';
import { SHUTDOWN_FORCE_MS, SHUTDOWN_GRACE_MS } from './base/temporal/task-limits.ts';
import { TASK_QUEUES } from './base/temporal/task-queues.ts';
import { createWorkerLogger } from './base/temporal/worker-logger.ts';
import { WorkflowWorker } from './base/temporal/workflow-worker.ts';
import { freeLoopbackPort } from './base/telemetry/free-loopback-port.ts';
import { createWorkerMetrics, type WorkerMetrics } from './base/telemetry/metrics.ts';
import { countRefusals, countSteps, measureGateways, measureSender } from './platform/observe-worker.ts';
import { openOperations, type Operations } from './base/telemetry/open-operations.ts';
import { createTracing } from './base/telemetry/tracing.ts';
import { waitFor } from './base/telemetry/wait-for.ts';
import type { Clock } from './base/time/clock.ts';
import { yieldProcessors } from './base/yield-processors.ts';
import { createAddressPolicy } from './base/outgoing/address-policy.ts';
import { PLACES_PER_ENDPOINT, TURNS_OF_STORE } from './webhooks/deliver-webhook.ts';
import { createHttpSender } from './webhooks/http-sender.ts';
import { createWaitingDeliveries } from './webhooks/waiting-deliveries.ts';
import { createReceiverPlaces } from './webhooks/receiver-places.ts';

/** A workflow that is not in the cache is replayed when it is needed; each one that is takes memory. */
const MAX_CACHED_WORKFLOWS = 500;
/**
 * As many tasks as keep some processors busy. More tasks make each other slow; those that wait in Temporal wait in
 * turns of stores. A first try holds the place of its workflow's task for as long as it takes: first tries have three
 * quarters of the places at most, and a slow gateway or receiver holds few of them, once.
 */
const WORKFLOW_TASKS_AT_ONCE = 60;
/**
 * Invoices whose news of now a worker takes up at once. Each finds a place for its first tries, beside those of the
 * news that wait.
 */
const INVOICES_UNDER_WAY = { places: 12, patienceMs: 500 };
const FIRST_TRIES = { places: 20, placesPerKey: 6, placesPerGroup: 6, callsPerGroup: 16, restMs: 30_000 };
/** Receivers that hang hold these first, for as long as they may take to answer. */
const PLACES_OF_SLOW_RECEIVERS = 6;
/** A gateway's answer takes longer than a receiver's: it asks a bank. */
const SLOW_GATEWAY_MS = 4_000;
const SLOW_RECEIVER_MS = 1_000;
/** Subscriptions rest for weeks between two steps. */
const MAX_CACHED_SUBSCRIPTIONS = 100;
/**
 * Renewals that are due at one moment are worked off a few at a time, so that the invoices of payers do not wait: those
 * of one store are made one after the other (`inIdOrder`), and a payer's stands in line with as many.
 */
const SUBSCRIPTION_STEPS_AT_ONCE = 2;
/** The task that asks for a step, and the task that hears its answer. */
const TASKS_PER_SUBSCRIPTION_STEP = 2;
/** Advances of clocks that are under way at once in a process. Further ones wait for a slice of these to end. */
const CLOCKS_AT_ONCE = 4;
/** Deliveries in flight at once, all stores together; one endpoint gets few of them (`PLACES_PER_ENDPOINT`). */
const MAX_CONCURRENT_DELIVERIES = 500;
/** Messages that are being handed over at once in a process. A mail server takes some at a time from one address. */
const MESSAGES_AT_ONCE = 10;
/** A probe is answered sooner than whoever probes loses patience. */
const PROBE_TIMEOUT_MS = 1_500;

export interface RunningWorker {
  /** Ends when the worker has stopped; rejects when it failed. */
  done: Promise<void>;
  /** Where operators are answered; null where they are not. */
  operationsPort: number | null;
  stop(): Promise<void>;
}

export interface StartWorkerOptions {
  log: Logger;
  clock?: Clock;
  /** Aborted when the process is told to stop before it has begun its work. */
  stopping?: AbortSignal;
  /** Where the SDK serves metrics of its own, in Prometheus' format. */
  coreMetricsUrl?: string | undefined;
}

/**
 * The worker process: the workflows, and the activities on a queue each for invoices, payments and webhooks. The
 * process waits for Temporal and PostgreSQL where they are not there yet.
 */
export async function startWorker(
  config: Config,
  { log, clock, stopping = new AbortController().signal, coreMetricsUrl }: StartWorkerOptions,
): Promise<RunningWorker> {
  const orm = await openDatabase({ databaseUrl: config.databaseUrl, poolSize: 20 });
  const claims = openClaims(config.databaseUrl, log);
  const probe = openDatabaseProbe(config.databaseUrl);
  const metrics = createWorkerMetrics();
  let connection: NativeConnection | null = null;
  const operations = await openOperations(config.operations, {
    dependencies: [
      { name: 'postgresql', isRequired: true, check: () => probe.check() },
      { name: 'temporal', isRequired: true, check: () => askTemporal(connection) },
    ],
    metrics,
    pools: { activities: () => poolOf(orm), outbox: () => claims },
    elsewhereUrl: coreMetricsUrl,
    log,
  });
  try {
    await waitFor('PostgreSQL', () => probe.check(), { log, stopping });
    connection = await waitFor('Temporal', () => connect(config.temporal), { log, stopping });
    return await runWorkers(config, {
      log,
      clock: clock ?? createStoreClock(orm.em),
      orm,
      claims,
      probe,
      connection,
      operations,
      metrics,
    });
  } catch (error) {
    await connection?.close();
    await operations.close();
    await probe.close();
    await claims.end();
    await orm.close();
    throw error;
  }
}

interface WorkerParts {
  log: Logger;
  clock: Clock;
  orm: MikroORM;
  claims: pg.Pool;
  probe: DatabaseProbe;
  connection: NativeConnection;
  operations: Operations;
  metrics: WorkerMetrics;
}

async function runWorkers(
  config: Config,
  { log, clock, orm, claims, probe, connection, operations, metrics }: WorkerParts,
): Promise<RunningWorker> {
  const em = orm.em;
  const secrets = await openSecretBox(config.encryptionKeys);
  const tracing = await createTracing(config.tracing, 'fatura-worker', log);
  const gateways = measureGateways(openGateways(em, secrets, config).gateways, metrics);
  const sender = measureSender(
    createHttpSender(createAddressPolicy(config.webhookAllowedNetworks, config.webhookDeniedNetworks)),
    metrics,
  );
  const charging = { em, gateways, secrets, publicUrl: config.publicUrl };
  const mailer = config.mail ? await createMailer(config.mail) : null;
  const shortMessages = createTwilio(config.twilioApiUrl);
  const limiter = createKeyedLimiter<number>(PLACES_PER_ENDPOINT);
  const turns = createKeyedLimiter<string>(TURNS_OF_STORE);
  const receivers = createReceiverPlaces();
  const waiting = createWaitingDeliveries(em);
  const invoices = createInvoicesUnderWay(INVOICES_UNDER_WAY);
  const delivering = {
    ...{ em, clock, secrets, sender, limiter, turns, receivers, waiting },
    onPostponed: () => metrics.postponed.inc(),
  };

  const common = {
    connection,
    namespace: config.temporal.namespace,
    ...dataConverterOf(config.temporal, secrets),
    interceptors: {
      activity: [observeActivities(tracing)],
      // A bundle that was made beforehand has them in it.
      ...(!config.workflowBundlePath && { workflowModules: [workflowFile('interceptors.ts')] }),
    },
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    shutdownForceTime: SHUTDOWN_FORCE_MS,
  } satisfies Partial<WorkerOptions>;
  const workflows = await workflowSource(config);
  const workers = await Promise.all([
    WorkflowWorker.create({
      ...common,
      taskQueue: TASK_QUEUES.invoices,
      ...workflows,
      maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_AT_ONCE,
      activities: translateFailures({
        ...createReadInvoice({ em }),
        ...createPassDeadline({ em }),
        ...createFirstTries({
          charging,
          charges: countRefusals(createBulkhead({ ...FIRST_TRIES, slowMs: SLOW_GATEWAY_MS }), metrics, 'charge'),
          delivering,
          deliveries: countRefusals(
            createBulkhead({ ...FIRST_TRIES, placesOfSlow: PLACES_OF_SLOW_RECEIVERS, slowMs: SLOW_RECEIVER_MS }),
            metrics,
            'delivery',
          ),
          onEnd: (workflowId) => invoices.end(workflowId),
        }),
      }),
    }),
    WorkflowWorker.create({
      ...common,
      taskQueue: TASK_QUEUES.subscriptions,
      ...workflows,
      maxCachedWorkflows: MAX_CACHED_SUBSCRIPTIONS,
      // As many as there are places: a slot that an idle poller holds is none for the other of the two queues.
      workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: SUBSCRIPTION_STEPS_AT_ONCE },
      activityTaskPollerBehavior: { type: 'simple-maximum', maximum: SUBSCRIPTION_STEPS_AT_ONCE },
      tuner: {
        workflowTaskSlotSupplier: createPacedSlots({
          places: SUBSCRIPTION_STEPS_AT_ONCE,
          perSecond: config.subscriptionStepsPerSecond * TASKS_PER_SUBSCRIPTION_STEP,
        }),
        activityTaskSlotSupplier: { type: 'fixed-size', numSlots: SUBSCRIPTION_STEPS_AT_ONCE },
        // The workflow of a subscription has neither.
        localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
        nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
      },
      maxTaskQueueActivitiesPerSecond: config.subscriptionStepsPerSecond,
      activities: countSteps(translateFailures(createSubscriptionSteps({ em, gateways, secrets })), metrics),
    }),
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.payments,
      activities: translateFailures({
        ...createRegisterCharge(charging),
        ...createCancelCharge({ em, gateways }),
        ...createMakeRefund({ em, gateways }),
        ...createAnswerDispute({ em, secrets, gateways }),
        ...createForgetPayer({ em, gateways }),
        ...createForgetOld({
          em,
          days: config.retention.days,
          onForgotten: (kind, rows) => metrics.forgotten.inc({ kind }, rows),
        }),
        ...countSteps(createMandateSteps({ em, gateways, secrets }), metrics),
        ...createReconcileGateways({ em, clock, gateways, log }),
        ...createOperate({ em, clock, gateways, log }),
        ...createProveLedger({ em, onDifferences: (count) => metrics.ledgerDifferences.inc(count) }),
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
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.clocks,
      maxConcurrentActivityTaskExecutions: CLOCKS_AT_ONCE,
      activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
      activities: translateFailures(createAdvanceClock({ em })),
    }),
    Worker.create({
      ...common,
      taskQueue: TASK_QUEUES.messages,
      maxConcurrentActivityTaskExecutions: MESSAGES_AT_ONCE,
      activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
      activities: translateFailures(
        createSendMessage({ em, clock, secrets, mailer, shortMessages, publicUrl: config.publicUrl, log }),
      ),
    }),
  ]);

  const schedules = keepSchedules(() => Connection.lazy({ ...connectionOptions(config.temporal), interceptors: [] }), {
    namespace: config.temporal.namespace,
    settings: { retentionEveryMinutes: config.retention.everyMinutes },
    log,
  });
  operations.readiness.begin();
  const done = Promise.all(workers.map((worker) => worker.run())).then(() => undefined);
  const client = clientOf(connection, config.temporal, secrets);
  const dispatcher = startDispatcher({ em, claims, client, invoices, log, metrics, tracing });
  const feed = createWorkFeed({
    ...{ databaseUrl: config.databaseUrl, log, left: 'outbox', name: DISPATCHER },
    onWork: () => dispatcher.wake(),
  });
  log.info({ task_queues: Object.values(TASK_QUEUES) }, 'the worker polls');
  return {
    done,
    operationsPort: operations.port,
    async stop() {
      await operations.drain(0);
      // First of all: it has its time, and whatever else waits for Temporal may take as long.
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all([done, schedules.stop(), feed.stop(), dispatcher.stop()]);
      await sender.close();
      mailer?.close();
      await connection.close();
      await tracing.stop();
      await operations.close();
      await probe.close();
      await claims.end();
      await orm.close();
    },
  };
}

/**
 * Connects once the namespace is there, with all that the workflows need of it. The messages are small, and Temporal is
 * near: compressing them costs both sides more than it saves.
 */
async function connect(settings: Config['temporal']): Promise<NativeConnection> {
  await prepareNamespace(settings);
  return NativeConnection.connect({ ...connectionOptions(settings), grpcCompression: { codec: 'none' } });
}

async function askTemporal(connection: NativeConnection | null): Promise<void> {
  if (!connection) throw new Error('There is no connection yet.');
  await connection.withDeadline(Date.now() + PROBE_TIMEOUT_MS, () => connection.workflowService.getSystemInfo({}));
}

async function prepareNamespace(settings: Config['temporal']): Promise<void> {
  const connection = await Connection.connect(connectionOptions(settings));
  try {
    await ensureSearchAttributes(connection, settings.namespace);
  } finally {
    await connection.close();
  }
}

function workflowFile(name: string): string {
  return new URL(`../workflows/${name}`, import.meta.url).pathname;
}

/** The bundle made beforehand, or the sources, which take some seconds to bundle. */
async function workflowSource(config: Config): Promise<Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'>> {
  if (config.workflowBundlePath) return { workflowBundle: { code: await readFile(config.workflowBundlePath, 'utf8') } };
  return { workflowsPath: workflowFile('index.ts') };
}

/** The SDK's own metrics, with names as Prometheus has them. */
function coreMetrics(port: number) {
  return {
    bindAddress: `127.0.0.1:${port}`,
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
  };
}

if (isMain(import.meta.url)) {
  const config = readConfig();
  const log = createLogger('worker', config.logLevel);
  const metricsPort = config.operations && (await freeLoopbackPort());
  Runtime.install({
    logger: createWorkerLogger(log),
    shutdownSignals: [],
    ...(metricsPort && { telemetryOptions: { metrics: { prometheus: coreMetrics(metricsPort) } } }),
  });
  const coreMetricsUrl = metricsPort ? `http://127.0.0.1:${metricsPort}/metrics` : undefined;
  await runProcess(log, async (stopping) => {
    const worker = await startWorker(config, { log, stopping, coreMetricsUrl });
    worker.done.catch((error: unknown) => {
      log.fatal({ err: error }, 'the worker failed');
      exitProcess(1);
    });
    // Clients wait for an answer of the API; the work of this process may come a little later.
    yieldProcessors();
    return worker;
  });
}
