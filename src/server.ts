import { DOMAIN_PATH } from './accounts/companies/checkout-domain.ts';
import { createDomainProbe } from './base/outgoing/domain-probe.ts';
import type { Logger } from 'pino';
import { createKeyedLimiter } from './base/concurrency/keyed-limiter.ts';
import { readConfig, type Config } from './app/config.ts';
import { mostConnections } from './base/connections/limits.ts';
import { listen } from './base/connections/listen.ts';
import { openSecretBox } from './base/crypto/open-secret-box.ts';
import { openDatabase } from './app/open-database.ts';
import { poolOf } from './base/db/orm.ts';
import { openDatabaseProbe } from './base/db/probe.ts';
import { createStoreClock } from './accounts/companies/store-clock.ts';
import { createRequestLog } from './accounts/authentication/request-log.ts';
import { createVersionWatch } from './checkout/watch-versions.ts';
import { createPageHub } from './checkout/page-hub.ts';
import { replanReminders } from './payments/messages/replan-reminders.ts';
import { createApp } from './app/api.ts';
import { personsOfAnswers } from './privacy/persons-of-answers.ts';
import { cardsOfSubscriptions } from './subscriptions/card-on-file.ts';
import { KEY_PATIENCE_MS } from './base/http/idempotency/answer-once.ts';
import { createStoreTransactions } from './base/http/store-transactions.ts';
import { openCounters } from './base/http/rate-limit/open-counters.ts';
import { createRateLimits } from './base/http/rate-limit/rate-limits.ts';
import { forgetCards } from './payments/cards/forget-cards.ts';
import { probeGateways } from './gateways/probe-gateways.ts';
import { queueDisputeAlerts } from './payments/disputes/queue-dispute-alerts.ts';
import { queueGatewayAlerts } from './gateways/queue-gateway-alerts.ts';
import { warnOfEnds } from './gateways/warn-of-ends.ts';
import { applyStoredCallbacks } from './payments/receive-callback.ts';
import { openGateways } from './app/open-gateways.ts';
import { isMain } from './app/is-main.ts';
import { createLogger } from './base/logging/create-logger.ts';
import { createMailer } from './base/mail/create-mailer.ts';
import { sendMails } from './base/mail/send-mails.ts';
import { sealAudit } from './platform/seal-audit.ts';
import { createHealthReader } from './platform/read-health.ts';
import { runProcess } from './app/run-process.ts';
import { createWorkBell } from './base/outbox/work-bell.ts';
import { createWorkFeed } from './base/outbox/work-feed.ts';
import { openTemporalClient } from './base/temporal/connect.ts';
import { createOperateInvoice } from './outbox/operate-invoice.ts';
import { openClaims } from './outbox/open-claims.ts';
import { noWorkerTells, startDispatcher } from './outbox/start-dispatcher.ts';
import { requeueOverdue } from './outbox/requeue-overdue.ts';
import { createApiMetrics } from './base/telemetry/metrics.ts';
import { openOperations } from './base/telemetry/open-operations.ts';
import { createBacklogReader } from './platform/read-backlog.ts';
import { createTracing } from './base/telemetry/tracing.ts';
import type { Clock } from './base/time/clock.ts';
import { stopInTurn } from './base/stop-in-turn.ts';
import { startLoop } from './base/time/wakeable-loop.ts';
import { createAddressPolicy } from './base/outgoing/address-policy.ts';
import { letLongestWaitingGo } from './webhooks/waiting-deliveries.ts';
import { probePaused } from './webhooks/probe-paused.ts';
import { queueAlerts } from './webhooks/queue-alerts.ts';

/** The interval between looks at the outbox and the stored callbacks when nothing wakes their loops. */
const SWEEP_INTERVAL_MS = 1_000;
/** The interval between looks for work whose workflow was lost. */
const REQUEUE_INTERVAL_MS = 10 * 60_000;
/** The interval between looks for a paused webhook whose probe is due. */
const PROBE_SWEEP_MS = 30_000;
/** The interval between looks for cards that a gateway is to forget. */
const CARDS_SWEEP_MS = 15_000;
const WAITING_SWEEP_MS = 15_000;
/** An invitation or a link for a new password is sent within this time. */
const MAIL_SWEEP_MS = 2_000;
/** A store is told within this time of a webhook that keeps failing. */
const ALERT_SWEEP_MS = 15_000;
/** A line of the audit log is chained and streamed within this time. */
const AUDIT_SWEEP_MS = 5_000;
/** A probe is answered sooner than whoever probes loses patience. */
const PROBE_TIMEOUT_MS = 1_500;

/** A page shows a change of its invoice within this time. */
const PAGES_LOOK_MS = 300;

/** The share of the possible connections that open pages may hold, and that one address may hold. */
const SHARE_OF_PAGES = 0.5;
const SHARE_OF_AN_ADDRESS = 0.5;
/**
 * Requests that are under way at a stop have this long, less the time of draining; the process ends by
 * `SHUTDOWN_LIMIT_MS`.
 */
export const REQUESTS_PATIENCE_MS = 20_000;

export interface RunningServer {
  port: number;
  /** Where operators are answered; null where they are not. */
  operationsPort: number | null;
  stop(): Promise<void>;
  /** The part that stops now, for whoever has waited too long; null where none does. */
  stoppingPart(): string | null;
}

/**
 * The API process: HTTP, and the loops that heal the damage of a crash. The process starts and answers while Temporal
 * is away.
 */
export async function startServer(
  config: Config,
  { log, clock: given }: { log: Logger; clock?: Clock },
): Promise<RunningServer> {
  const secrets = await openSecretBox(config.encryptionKeys);
  const orm = await openDatabase({ databaseUrl: config.databaseUrl });
  const em = orm.em;
  const clock = given ?? createStoreClock(em);
  const { gateways, sandbox } = openGateways(em, secrets, config);
  const client = openTemporalClient(config.temporal, secrets);
  const counters = openCounters(config.databaseUrl, log);
  const claims = openClaims(config.databaseUrl, log);
  const probe = openDatabaseProbe(config.databaseUrl);
  const metrics = createApiMetrics();
  const tracing = await createTracing(config.tracing, 'fatura-api', log);
  const askTemporal = () =>
    client.withDeadline(Date.now() + PROBE_TIMEOUT_MS, () => client.workflowService.getSystemInfo({}));
  const operations = await openOperations(config.operations, {
    dependencies: [
      { name: 'postgresql', isRequired: true, check: () => probe.check() },
      { name: 'temporal', isRequired: false, check: askTemporal },
    ],
    metrics,
    pools: { requests: () => poolOf(orm), counters: () => counters, outbox: () => claims },
    refresh: createBacklogReader(counters, metrics),
    log,
  });

  const loop = (name: string, round: () => Promise<void>, everyMs = SWEEP_INTERVAL_MS) =>
    startLoop({ everyMs, round, onError: (error) => log.error({ err: error }, `${name} failed`) });
  const dispatcher = startDispatcher({
    ...{ em, claims, client, log, metrics, tracing },
    isNeeded: () => noWorkerTells(claims),
  });
  const bell = createWorkBell({ pool: claims, log });
  const wakeDispatcher = (): void => {
    bell.ring();
    dispatcher.wake();
  };
  const callbacks = loop('applying callbacks', async () => {
    await sandbox.callbacks.sendDue();
    if ((await applyStoredCallbacks({ em, clock, log })) > 0) wakeDispatcher();
  });
  const feed = createWorkFeed({
    ...{ databaseUrl: config.databaseUrl, log, left: 'callbacks', name: 'fatura-feed' },
    onWork: () => callbacks.wake(),
  });
  const most = mostConnections();
  const versions = createVersionWatch(em);
  const openPages = loop('looking at the invoices of open pages', () => versions.look(), PAGES_LOOK_MS);
  const pages = createPageHub({ em, clock, gateways, versions, log, mostPages: Math.floor(most * SHARE_OF_PAGES) });

  const mailer = config.mail ? await createMailer(config.mail) : null;
  const requests = createRequestLog({ em, log });
  const addressPolicy = createAddressPolicy(config.webhookAllowedNetworks, config.webhookDeniedNetworks);
  const app = createApp({
    em,
    clock,
    secrets,
    sandbox,
    gateways,
    addressPolicy,
    domainProbe: createDomainProbe(addressPolicy, { ...config.domains, path: DOMAIN_PATH }),
    limits: createRateLimits({ pool: counters }),
    transact: createStoreTransactions(em),
    keyTurns: createKeyedLimiter({ places: 1, patienceMs: KEY_PATIENCE_MS }),
    persons: personsOfAnswers,
    cards: cardsOfSubscriptions,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    hasMail: mailer !== null,
    mailReportsKey: config.mailReportsKey ?? null,
    temporalUiUrl: config.temporalUiUrl ?? null,
    temporalNamespace: config.temporal.namespace,
    operate: createOperateInvoice({ em, client, log }),
    readHealth: createHealthReader({ em, client, clock }),
    pages,
    readiness: operations.readiness,
    metrics,
    tracing,
    requests,
    log,
    wakeDispatcher,
  });
  const lost = loop(
    'looking for lost work',
    async () => {
      const found = await requeueOverdue(em, new Date());
      if (found === 0) return;
      log.warn({ invoices: found }, 'work is long overdue; its workflows are told again');
      wakeDispatcher();
    },
    REQUEUE_INTERVAL_MS,
  );

  const probes = loop(
    'probing paused webhooks',
    async () => {
      const now = await clock.now({ companyId: 0, environment: 'production' });
      if ((await probePaused(em, now)) > 0) wakeDispatcher();
    },
    PROBE_SWEEP_MS,
  );
  const replans = loop(
    'planning reminders anew',
    async () => {
      if (!(await replanReminders({ em, clock }))) return;
      wakeDispatcher();
      replans.wake();
    },
    SWEEP_INTERVAL_MS,
  );
  const mails = loop(
    'sending mail',
    async () => {
      await sendMails({ em, mailer, secrets, log });
    },
    MAIL_SWEEP_MS,
  );
  const alerts = loop(
    'ordering alerts',
    async () => {
      await queueAlerts({ em, secrets, log, publicUrl: config.publicUrl });
    },
    ALERT_SWEEP_MS,
  );
  const gatewayAlerts = loop(
    'ordering alerts of gateways',
    async () => {
      const alerts = { em, secrets, log, publicUrl: config.publicUrl, gateways };
      await queueGatewayAlerts(alerts);
      await queueDisputeAlerts(alerts);
      await warnOfEnds(alerts);
    },
    ALERT_SWEEP_MS,
  );
  const audit = loop(
    'chaining the audit log',
    async () => {
      if ((await sealAudit({ em, secrets, publicUrl: config.publicUrl })) > 0) wakeDispatcher();
    },
    AUDIT_SWEEP_MS,
  );
  const waiting = loop(
    'letting deliveries go that have waited long for a place',
    async () => {
      if ((await letLongestWaitingGo(em)) > 0) wakeDispatcher();
    },
    WAITING_SWEEP_MS,
  );
  const gatewayProbes = loop(
    'probing gateways that refuse a key',
    async () => {
      if ((await probeGateways({ em, secrets, gateways, log })) > 0) wakeDispatcher();
    },
    PROBE_SWEEP_MS,
  );
  const cards = loop(
    'having gateways forget cards',
    async () => {
      await forgetCards({ em, secrets, gateways, log });
    },
    CARDS_SWEEP_MS,
  );
  const handle = app.callback();
  const server = await listen((request, response) => void handle(request, response), {
    port: config.port,
    most,
    // Behind a proxy all of them are the proxy's, which counts its own clients.
    mostOfAnAddress: config.trustedProxies > 0 ? most : Math.ceil(most * SHARE_OF_AN_ADDRESS),
    watch: {
      opened: () => metrics.connections.inc(),
      closed: () => metrics.connections.dec(),
      refused: (code) => metrics.refusedConnections.inc({ code }),
    },
  });
  const { port } = server;
  metrics.mostConnections.set(most);
  operations.readiness.begin();
  log.info({ port, most_connections: most }, 'the API listens');

  const loops = {
    openPages,
    callbacks,
    lost,
    probes,
    replans,
    mails,
    alerts,
    gatewayAlerts,
    gatewayProbes,
    waiting,
    audit,
    cards,
  };
  const ending = stopInTurn({
    draining: async () => {
      server.drain();
      await operations.drain(config.drainSeconds);
    },
    requests: async () => {
      // Open pages would never end by themselves.
      pages.stop();
      const cutOff = await server.close(REQUESTS_PATIENCE_MS - config.drainSeconds * 1_000);
      if (cutOff > 0) log.warn({ requests: cutOff }, 'requests were cut off: they did not end in time');
    },
    feed: async () => {
      await feed.stop();
      for (const one of [dispatcher, ...Object.values(loops)]) void one.stop();
    },
    ...Object.fromEntries(Object.entries(loops).map(([name, one]) => [`loop ${name}`, () => one.stop()])),
    outbox: () => dispatcher.stop(),
    request_log: () => requests.stop(),
    temporal: () => client.connection.close(),
    mail: () => mailer?.close(),
    tracing: () => tracing.stop(),
    operations: () => operations.close(),
    probe: () => probe.close(),
    counters: () => counters.end(),
    claims: () => claims.end(),
    database: () => orm.close(),
  });
  return { port, operationsPort: operations.port, stop: () => ending.stop(), stoppingPart: () => ending.part() };
}

if (isMain(import.meta.url)) {
  const config = readConfig();
  const log = createLogger('api', config.logLevel);
  await runProcess(log, () => startServer(config, { log }));
}
