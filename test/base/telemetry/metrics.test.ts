import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { createApiMetrics, createWorkerMetrics } from '../../../src/base/telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { namesIn, operationsOf, sampleOf, scrape } from '../../support/operations.ts';
import { alertRules, anchorsOf, dashboardPanels, metricsOf, syntaxErrorsOf } from '../../support/ops-files.ts';
import { startProcess, type PlatformProcess } from '../../support/platform-process.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type TestStore, type World } from '../../support/world.ts';

describe('the metrics of API and worker', () => {
  let temporal: TemporalServer;
  let world: World;
  let worker: PlatformProcess;
  let workerPort: number;
  let store: TestStore;
  beforeAll(async () => {
    temporal = await startTemporal();
    const settings = { operations: { host: '127.0.0.1', port: 0 } };
    world = await createWorld({ temporalAddress: temporal.address, withWorker: false, settings });
    const operations = await operationsOf();
    workerPort = operations.port;
    worker = await startProcess('worker', { ...world.config, operations });
    store = await world.createStore();
  }, 300_000);
  afterAll(async () => {
    await worker?.stop();
    await world?.stop();
    await temporal?.stop();
  });

  const ofApi = () => scrape(world.server.operationsPort!);
  const ofWorker = () => scrape(workerPort);

  test('an invoice moves the metrics of all that it went through, and its receiver is no label', async () => {
    const created = { route: '/api/v1/invoices', method: 'POST', status: '201' };
    const replays = sampleOf(await ofApi(), 'fatura_http_idempotent_replays_total')!;
    const body = {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 1 }],
      payment_method: 'pix',
    };
    const key = { 'Idempotency-Key': 'metrics-1' };
    const post = () => store.sandbox.request<{ id: number }>('POST', '/api/v1/invoices', body, key);
    const { id } = (await post()).body;
    expect((await post()).body.id).toBe(id);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    const api = await ofApi();
    const signals = { subject: 'invoice', outcome: 'taken' };
    expect(sampleOf(api, 'fatura_http_request_duration_seconds_count', created)).toBe(2);
    expect(sampleOf(api, 'fatura_http_idempotent_replays_total')! - replays).toBe(1);
    expect(sampleOf(await ofWorker(), 'fatura_outbox_signals_total', signals)).toBeGreaterThan(0);
    expect(sampleOf(api, 'fatura_dependency_up', { dependency: 'postgresql' })).toBe(1);
    expect(sampleOf(api, 'fatura_dependency_up', { dependency: 'temporal' })).toBe(1);
    expect(sampleOf(api, 'fatura_database_pool_max_connections', { pool: 'requests' })).toBe(10);
    expect(sampleOf(api, 'fatura_database_pool_max_connections', { pool: 'counters' })).toBe(4);
    expect(sampleOf(api, 'fatura_database_pool_max_connections', { pool: 'outbox' })).toBe(3);
    const seen = await eventually(
      ofWorker,
      (text) => sampleOf(text, 'fatura_webhook_delivery_duration_seconds_count', { outcome: 'delivered' }) === 2,
    );
    const registered = { gateway: 'sandbox', operation: 'register_charge', outcome: 'registered' };
    expect(sampleOf(seen, 'fatura_gateway_call_duration_seconds_count', registered)).toBe(1);
    expect(sampleOf(seen, 'fatura_first_tries_refused_total', { work: 'delivery' })).toBe(0);
    expect(sampleOf(seen, 'temporal_worker_task_slots_available', { worker_type: 'WorkflowWorker' })).toBeGreaterThan(
      0,
    );
    for (const text of [api, seen]) {
      expect(text).not.toContain(store.receiver.url);
      expect(text).not.toMatch(/company|store_id|endpoint_id|invoice_id/);
      expect(text).not.toMatch(new RegExp(`invoice-${id}|invoices/${id}`));
    }
  });

  test('a failing receiver, a route that is none and a refused token have an outcome of their own', async () => {
    store.receiver.answerNext(500);
    await store.createInvoice();
    await eventually(
      ofWorker,
      (text) => sampleOf(text, 'fatura_webhook_delivery_duration_seconds_count', { outcome: 'server_error' }) === 1,
    );
    await fetch(`${world.baseUrl}/nowhere/${store.companyId}`);
    await fetch(`${world.baseUrl}/api/v1/invoices/17`);
    const api = await ofApi();
    const count = 'fatura_http_request_duration_seconds_count';
    expect(sampleOf(api, count, { route: 'none', status: '404' })).toBe(1);
    expect(sampleOf(api, count, { route: '/api/v1/invoices/:id', status: '401' })).toBe(1);
  });

  test('the age of what waits in the outbox is told', async () => {
    const { id } = await store.createInvoice();
    await world.database.query(
      `insert into outbox (invoice_id, claimable_at, created_at)
       values ($1, now() + interval '1 hour', now() - interval '5 minutes')`,
      [id],
    );
    const text = await eventually(ofApi, (seen) => sampleOf(seen, 'fatura_outbox_oldest_age_seconds')! > 290);
    await world.database.query('delete from outbox where invoice_id = $1', [id]);
    expect(sampleOf(text, 'fatura_outbox_entries')).toBeGreaterThanOrEqual(1);
  });

  test('waiting entries are seen behind entries that were put off for hours, which do not wait yet', async () => {
    const { id } = await store.createInvoice();
    const put = async (claimable: string, created: string): Promise<void> =>
      void (await world.database.query(
        `insert into outbox (invoice_id, claimable_at, created_at) values ($1, now() + $2::interval, now() + $3::interval)`,
        [id, claimable, created],
      ));
    const age = (text: string): number => sampleOf(text, 'fatura_outbox_oldest_age_seconds')!;
    await eventually(
      () => world.database.query('select 1 from outbox'),
      (rows) => rows.length === 0,
    );
    await put('2 hours', '2 hours');
    // The figures are read anew each five seconds.
    await eventually(ofApi, (text) => sampleOf(text, 'fatura_outbox_entries') === 1 && age(text) === 0);
    await put('1 hour', '-5 minutes');
    await eventually(ofApi, (text) => age(text) > 290);
    await world.database.query('delete from outbox where invoice_id = $1', [id]);
  });

  test('each metric of ours has the name, unit and help that Prometheus asks for', async () => {
    const suffixes: Record<string, RegExp> = { counter: /_total$/, histogram: /_seconds$/, gauge: /(?<!_total)$/ };
    for (const { registry } of [createApiMetrics(), createWorkerMetrics()]) {
      for (const { name, help, type } of await registry.getMetricsAsJSON()) {
        expect(name).toMatch(/^fatura_[a-z_]+$/);
        expect(name).toMatch(suffixes[String(type)]!);
        expect(help).toMatch(/^\S.*\.$/);
      }
    }
  });

  test('every alert and panel asks for what is there, in PromQL, and says what it is', async () => {
    const known = new Set([...namesIn(await ofApi()), ...namesIn(await ofWorker()), 'up']);
    for (const { registry } of [createApiMetrics(), createWorkerMetrics()]) {
      for (const { name, type } of await registry.getMetricsAsJSON()) {
        known.add(name);
        if (String(type) === 'histogram') for (const part of ['bucket', 'sum', 'count']) known.add(`${name}_${part}`);
      }
    }
    const alerts = alertRules();
    const panels = dashboardPanels();
    expect(alerts.length).toBeGreaterThan(8);
    expect(panels.length).toBeGreaterThan(10);
    const runbooks = anchorsOf('docs/operations.md');
    for (const { name, annotations, labels } of alerts) {
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.description).toMatch(/\.$/);
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.runbook_url).toBe(`docs/operations.md#${name.toLowerCase()}`);
      expect(runbooks).toContain(name.toLowerCase());
    }
    for (const { description, unit } of panels) {
      expect(description).toMatch(/\.$/);
      expect(unit).not.toBe('');
    }
    for (const { name, expressions } of [...alerts, ...panels]) {
      expect(expressions.length).toBeGreaterThan(0);
      for (const expression of expressions) {
        expect({ name, expression, errors: syntaxErrorsOf(expression) }).toEqual({ name, expression, errors: [] });
        const unknown = metricsOf(expression).filter((metric) => !known.has(metric));
        expect({ name, unknown }).toEqual({ name, unknown: [] });
      }
    }
  });
});

test('the check itself finds a broken expression and an unknown metric', () => {
  expect(syntaxErrorsOf('sum(rate(up[5m])')).not.toEqual([]);
  expect(syntaxErrorsOf('sum by (job (up)')).not.toEqual([]);
  expect(metricsOf('sum(rate(fatura_nothing_total{outcome="x"}[5m])) by (pod) > 3')).toEqual(['fatura_nothing_total']);
});
