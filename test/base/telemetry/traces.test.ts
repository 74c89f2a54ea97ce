import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import pino from 'pino';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { readTraceparent } from '../../../src/base/telemetry/otlp-tracing.ts';
import { currentTraceparent } from '../../../src/base/telemetry/scope.ts';
import { createTracing } from '../../../src/base/telemetry/tracing.ts';
import { eventually } from '../../support/eventually.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type TestStore, type World } from '../../support/world.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector, as far as a test needs one: OTLP over HTTP, in JSON. */
async function startCollector(): Promise<{ url: string; spans: Span[]; server: Server }> {
  interface Export {
    resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Omit<Span, 'service'>[] }[] }[];
  }
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue as string;
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, server };
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` };

describe('the trace of an invoice', () => {
  const lines: string[] = [];
  let temporal: TemporalServer;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let world: World;
  let store: TestStore;
  beforeAll(async () => {
    collector = await startCollector();
    temporal = await startTemporal();
    world = await createWorld({
      temporalAddress: temporal.address,
      settings: { tracing: { endpoint: collector.url, sampleRatio: 1 } },
      log: createLogger('test', 'info', { write: (line: string) => void lines.push(line) }),
    });
    store = await world.createStore();
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
    await new Promise((resolve) => collector?.server.close(resolve));
  });

  test('goes from the request through outbox, workflow and first tries to the receiver', async () => {
    const body = {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 1 }],
      payment_method: 'pix',
    };
    const answer = await store.sandbox.request<{ id: number }>('POST', '/api/v1/invoices', body, CALLER);
    const { id } = answer.body;
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
    const wanted = ['POST', 'signal invoice', 'activity tryHere', 'gateway register_charge', 'deliver webhook'];
    const spans = await eventually(ofTrace, (seen) => wanted.every((name) => seen.some((span) => span.name === name)));
    const byName = (name: string) => spans.find((span) => span.name === name)!;
    expect(byName('POST')).toMatchObject({ service: 'fatura-api', parentSpanId: 'b7ad6b7169203331' });
    expect(byName('signal invoice').parentSpanId).toBe(byName('POST').spanId);
    expect(byName('activity tryHere')).toMatchObject({
      service: 'fatura-worker',
      parentSpanId: byName('signal invoice').spanId,
    });
    expect(byName('gateway register_charge').parentSpanId).toBe(byName('activity tryHere').spanId);
    expect(byName('deliver webhook').parentSpanId).toBe(byName('activity tryHere').spanId);

    const sent = store.receiver.received.filter(({ data }) => data.invoice_id === id);
    const parents = sent.map(({ headers }) => readTraceparent(headers.traceparent as string)!);
    expect(parents.map(({ traceId }) => traceId)).toEqual([TRACE_ID, TRACE_ID]);
    const deliveries = () => ofTrace().filter(({ name }) => name === 'deliver webhook');
    const both = await eventually(deliveries, ({ length }) => length === 2);
    expect(both.map(({ spanId }) => spanId).sort()).toEqual(parents.map(({ spanId }) => spanId).sort());
    // Whom it is about is nobody's affair who looks after the platform.
    expect(JSON.stringify(spans)).not.toMatch(/Ana Souza|ana@example|127\.0\.0\.1|whsec|fatura_test_/);
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(line.find(({ request_id }) => request_id === answer.headers.get('X-Request-Id'))).toMatchObject({
      trace_id: TRACE_ID,
    });
  });

  test('work that follows from a later request is part of that request’s trace, in the same run', async () => {
    const { id } = await store.createInvoice();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    const later = { traceparent: `00-${TRACE_ID.replace('0a', '1b')}-b7ad6b7169203331-01` };
    await store.sandbox.request('POST', `/api/v1/invoices/${id}/cancel`, {}, later);
    const [canceled] = await eventually(
      () => store.receiver.received.filter(({ data, event }) => data.invoice_id === id && event === 'invoice.canceled'),
      ({ length }) => length === 1,
    );
    expect(canceled!.headers.traceparent).toContain(TRACE_ID.replace('0a', '1b'));
  });
});

describe('without a collector', () => {
  test('a caller’s trace goes nowhere, and nothing of it is kept', async () => {
    const world = await createWorld({ temporalAddress: '127.0.0.1:1', withWorker: false });
    const store = await world.createStore();
    const body = {
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity: 1 }],
      payment_method: 'pix',
    };
    await store.sandbox.request('POST', '/api/v1/invoices', body, CALLER);
    const rows = await world.database.query<{ traceparent: string | null }>('select traceparent from outbox');
    await world.stop();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ traceparent }) => traceparent)).toEqual(rows.map(() => null));
  });
});

test.each([
  ['nothing', undefined],
  ['another format', 'b7ad6b7169203331'],
  ['an id of zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['the forbidden version', `ff-${TRACE_ID}-b7ad6b7169203331-01`],
  ['a long one', `00-${TRACE_ID}-b7ad6b7169203331-01${'0'.repeat(5_000)}`],
])('a traceparent that is %s is none', (_what, header) => {
  expect(readTraceparent(header)).toBeNull();
});

describe('a client’s traceparent', () => {
  const flagsOf = async (sampleRatio: number, traceparent: string | null) => {
    const tracing = await createTracing(
      { endpoint: 'http://127.0.0.1:9', sampleRatio },
      'test',
      pino({ level: 'silent' }),
    );
    const seen = await tracing.run('GET', { kind: SpanKind.SERVER, traceparent }, () =>
      Promise.resolve(currentTraceparent()),
    );
    await tracing.stop();
    return seen!.slice(-2);
  };

  test('cannot have a trace kept that our share leaves out, and can take its trace out', async () => {
    const unsampled = CALLER.traceparent.replace(/01$/, '00');
    expect(await flagsOf(0, CALLER.traceparent)).toBe('00');
    expect(await flagsOf(1, CALLER.traceparent)).toBe('01');
    expect(await flagsOf(1, unsampled)).toBe('00');
    expect(await flagsOf(1, null)).toBe('01');
  });
});
