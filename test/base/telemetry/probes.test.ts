import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Config } from '../../../src/app/config.ts';
import { migrate } from '../../../src/app/migrate.ts';
import { startPostgres, type PostgresServer } from '../../../src/dev/postgres.ts';
import { startTemporalDevServer, type TemporalServer } from '../../../src/dev/temporal-server.ts';
import { startServer, type RunningServer } from '../../../src/server.ts';
import { freeLoopbackPort } from '../../../src/base/telemetry/free-loopback-port.ts';
import { eventually } from '../../support/eventually.ts';
import { operationsOf, probe, sampleOf, scrape, type Probe } from '../../support/operations.ts';
import { startProcess, type PlatformProcess } from '../../support/platform-process.ts';
import { TEST_KEYS } from '../../support/world.ts';

/** They are stopped and started here, so they are this file's own. */
describe('probes, while PostgreSQL and Temporal come and go', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-probes-'));
  let config: Config;
  let postgres: PostgresServer;
  let temporal: TemporalServer | undefined;
  let server: RunningServer;
  let worker: PlatformProcess;
  let workerUrl: string;
  let temporalPort: number;

  beforeAll(async () => {
    postgres = await startPostgres({ dataDir, durable: false });
    await migrate(postgres.url);
    temporalPort = await freeLoopbackPort();
    config = {
      port: 0,
      publicUrl: 'http://127.0.0.1:1',
      databaseUrl: postgres.url,
      temporal: { address: `127.0.0.1:${temporalPort}`, namespace: 'default' },
      webhookAllowedNetworks: [],
      webhookDeniedNetworks: [],
      domains: {},
      trustedProxies: 0,
      retention: { everyMinutes: 60, days: { deliveryLog: 30, gatewayCallbacks: 90, reconciliations: 365 } },
      subscriptionStepsPerSecond: 10,
      stripeApiUrl: undefined,
      logLevel: 'silent',
      operations: { host: '127.0.0.1', port: 0 },
      drainSeconds: 1,
      tracing: undefined,
      encryptionKeys: TEST_KEYS,
      mail: undefined,
      mailReportsKey: undefined,
      twilioApiUrl: undefined,
      temporalUiUrl: undefined,
      workflowBundlePath: process.env.TEST_WORKFLOW_BUNDLE,
    };
    server = await startServer(config, { log: pino({ level: 'silent' }) });
    const operations = await operationsOf();
    workerUrl = `http://127.0.0.1:${operations.port}`;
    worker = await startProcess('worker', { ...config, port: 1, operations }, { isWaitedFor: false });
  }, 300_000);
  afterAll(async () => {
    await worker?.stop();
    await temporal?.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const apiUrl = () => `http://127.0.0.1:${server.port}`;
  const operationsUrl = () => `http://127.0.0.1:${server.operationsPort}`;
  const seen = (url: string, isRight: (seen: Probe) => boolean) =>
    eventually(
      () => probe(url),
      (found) => found !== null && isRight(found),
    );

  test('the worker waits for a Temporal that is not there yet, says so, and begins when it is', async () => {
    const waiting = await seen(workerUrl, ({ report }) => report.dependencies.postgresql?.state === 'up');
    expect(waiting).toMatchObject({ status: 503, report: { status: 'not_ready' } });
    expect(waiting!.report.dependencies.temporal).toEqual({ state: 'down', latency_ms: null });
    expect((await fetch(`${workerUrl}/healthz`)).status).toBe(200);
    // The API is of use meanwhile.
    const api = await probe(apiUrl());
    expect(api).toMatchObject({ status: 200, report: { status: 'degraded' } });

    temporal = await startTemporalDevServer({
      ...{ dataDir, inMemory: true, namespace: 'default', headless: true },
      port: temporalPort,
    });
    const ready = await seen(workerUrl, ({ status }) => status === 200);
    expect(ready!.report.status).toBe('ready');
    await seen(apiUrl(), ({ report }) => report.status === 'ready');
  });

  test('without Temporal the API is degraded and the worker is not ready; with it, both are', async () => {
    await temporal!.stop();
    await seen(apiUrl(), ({ status, report }) => status === 200 && report.status === 'degraded');
    await seen(workerUrl, ({ status, report }) => status === 503 && report.dependencies.postgresql?.state === 'up');
    temporal = await startTemporalDevServer({
      ...{ dataDir, inMemory: true, namespace: 'default', headless: true },
      port: temporalPort,
    });
    const back = await seen(workerUrl, ({ status }) => status === 200);
    expect(back!.report.status).toBe('ready');
  });

  test('without PostgreSQL neither is ready, is told in time, and names no address; with it, both are', async () => {
    const { port } = postgres;
    await postgres.stop();
    for (const url of [apiUrl(), operationsUrl(), workerUrl]) {
      const away = await seen(url, ({ status }) => status === 503);
      expect(away!.report.dependencies.postgresql).toEqual({ state: 'down', latency_ms: null });
      expect(JSON.stringify(away)).not.toMatch(/127\.0\.0\.1|postgres:|ECONN/);
      const begun = performance.now();
      await probe(url);
      expect(performance.now() - begun).toBeLessThan(2_500);
    }
    const text = await scrape(server.operationsPort!);
    expect(sampleOf(text, 'fatura_dependency_up', { dependency: 'postgresql' })).toBe(0);
    expect(sampleOf(text, 'fatura_outbox_oldest_age_seconds')).toBeNull();
    postgres = await startPostgres({ dataDir, durable: false, port });
    for (const url of [apiUrl(), workerUrl]) await seen(url, ({ status }) => status === 200);
  });

  test('an API that stops says so first, and still answers', async () => {
    const stopped = server.stop();
    const onPublicPort = await probe(apiUrl());
    expect(onPublicPort).toMatchObject({ status: 503, report: { status: 'stopping' } });
    expect((await fetch(`${apiUrl()}/healthz`, { headers: { Connection: 'close' } })).status).toBe(200);
    expect(await probe(operationsUrl())).toMatchObject({ status: 503 });
    await stopped;
    expect(await probe(apiUrl())).toBeNull();
  });
});
