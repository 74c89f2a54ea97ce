import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/*
 * Every metric of ours, so that a dashboard or an alert can be held against this file. Names follow Prometheus: the
 * unit last, `_total` for what only grows. Labels have few values: never a store, an invoice, an endpoint or an
 * address.
 */

/** From what a cached read takes to where a client gives up. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Receivers have ten seconds; gateways, with several calls to a bank, longer. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let processMetrics: Registry | undefined;

/** Memory, CPU, event loop and garbage collection: once for the process, whoever serves them. */
export function defaultMetrics(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) });
  return processMetrics;
}

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

export function createApiMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...sharedMetrics(registry),
    requests: new Histogram({
      name: 'fatura_http_request_duration_seconds',
      help: 'Requests by the pattern of their route, until the answer is ready to be sent.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    replays: new Counter({
      name: 'fatura_http_idempotent_replays_total',
      help: 'Requests whose kept answer was given again for their Idempotency-Key.',
      registers,
    }),
    rateLimited: new Counter({
      name: 'fatura_http_rate_limited_total',
      help: 'Requests refused with 429, by the code of the refusal.',
      labelNames: ['code'] as const,
      registers,
    }),
    connections: new Gauge({
      name: 'fatura_http_connections',
      help: 'Open connections of the API, those that are about to end too.',
      registers,
    }),
    mostConnections: new Gauge({
      name: 'fatura_http_most_connections',
      help: 'How many connections the API takes: what the files that it may open leave.',
      registers,
    }),
    refusedConnections: new Counter({
      name: 'fatura_http_connections_refused_total',
      help: 'Connections that were refused or ended for what came on them, by the code of the problem; gave_way of idle ones.',
      labelNames: ['code'] as const,
      registers,
    }),
    outboxEntries: new Gauge({
      name: 'fatura_outbox_entries',
      help: 'Entries of the outbox that wait for their workflow to be told, counted up to 10,001.',
      registers,
    }),
    outboxAge: new Gauge({
      name: 'fatura_outbox_oldest_age_seconds',
      help: 'Age of the oldest entry of the outbox, of one that was put off since its turn; 0 when none waits.',
      registers,
    }),
    outboxBulk: new Gauge({
      name: 'fatura_outbox_bulk_entries',
      help: 'Entries of the outbox that single acts ordered for many at once, counted up to 10,001.',
      registers,
    }),
    outboxSetAside: new Gauge({
      name: 'fatura_outbox_set_aside_entries',
      help: 'Entries of the outbox that Temporal refuses although it takes others: they wait for an operator.',
      registers,
    }),
    callbacks: new Gauge({
      name: 'fatura_gateway_callbacks_unapplied',
      help: 'Callbacks of gateways that are stored and not applied, counted up to 10,001.',
      registers,
    }),
    callbacksAge: new Gauge({
      name: 'fatura_gateway_callbacks_oldest_age_seconds',
      help: 'Age of the oldest callback that is not applied; 0 when there is none.',
      registers,
    }),
    retentionCompleted: new Gauge({
      name: 'fatura_retention_last_completed_timestamp_seconds',
      help: 'When nothing old was left for the last time, by the kind of what is kept for a time only.',
      labelNames: ['kind'] as const,
      registers,
    }),
    signals: signalsCounter(registry),
  };
}

function signalsCounter(registry: Registry) {
  return new Counter({
    name: 'fatura_outbox_signals_total',
    help: 'Signals to workflows, by what they are of and whether Temporal took them.',
    labelNames: ['subject', 'outcome'] as const,
    registers: [registry],
  });
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

export function createWorkerMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...sharedMetrics(registry),
    signals: signalsCounter(registry),
    deliveries: new Histogram({
      name: 'fatura_webhook_delivery_duration_seconds',
      help: 'Requests to receivers of webhooks, by what came of them.',
      labelNames: ['outcome'] as const,
      buckets: CALL_BUCKETS,
      registers,
    }),
    postponed: new Counter({
      name: 'fatura_webhook_deliveries_postponed_total',
      help: 'Deliveries that were put off without an attempt, for a reason that is not the receiver’s.',
      registers,
    }),
    gatewayCalls: new Histogram({
      name: 'fatura_gateway_call_duration_seconds',
      help: 'Calls to payment gateways, by operation and what came of them.',
      labelNames: ['gateway', 'operation', 'outcome'] as const,
      buckets: CALL_BUCKETS,
      registers,
    }),
    firstTriesRefused: new Counter({
      name: 'fatura_first_tries_refused_total',
      help: 'First tries that were left to the ordinary activity, as too much was under way or the last one went badly.',
      labelNames: ['work'] as const,
      registers,
    }),
    forgotten: new Counter({
      name: 'fatura_retention_forgotten_total',
      help: 'Rows that were forgotten as they were old, by kind.',
      labelNames: ['kind'] as const,
      registers,
    }),
    ledgerDifferences: new Counter({
      name: 'fatura_ledger_differences_total',
      help: 'Disagreements between the ledger and the record that posting what is missing did not mend.',
      registers,
    }),
    subscriptionSteps: new Counter({
      name: 'fatura_subscription_steps_total',
      help: 'Steps of subscriptions, by outcome.',
      labelNames: ['step', 'outcome'] as const,
      registers,
    }),
  };
}

/** The metrics that both processes tell. */
function sharedMetrics(registry: Registry) {
  const registers = [registry];
  const pool = { labelNames: ['pool'] as const, registers };
  return {
    dependencies: new Gauge({
      name: 'fatura_dependency_up',
      help: '1 while what the process depends on answers in time, else 0.',
      labelNames: ['dependency'] as const,
      registers,
    }),
    poolSize: new Gauge({
      name: 'fatura_database_pool_max_connections',
      help: 'Connections to PostgreSQL that a pool may have.',
      ...pool,
    }),
    poolUsed: new Gauge({
      name: 'fatura_database_pool_used_connections',
      help: 'Connections of a pool that are at work.',
      ...pool,
    }),
    poolIdle: new Gauge({
      name: 'fatura_database_pool_idle_connections',
      help: 'Connections of a pool that are open and idle.',
      ...pool,
    }),
    poolWaiting: new Gauge({
      name: 'fatura_database_pool_waiting_queries',
      help: 'Queries and transactions that wait for a connection of a pool.',
      ...pool,
    }),
  };
}
