import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { invoiceWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { MOST_DELIVERIES_OF_INVOICE } from '../../src/webhooks/webhook-delivery.entity.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

/** Temporal suggests a new run from here on; by default after 4,096 events. */
const LONG = 40;
/** Together more deliveries than the workflow of an invoice takes. */
const CHANGES = 12;
const WEBHOOKS = 10;

describe('the workflow of an invoice that changes again and again, whose webhook fails', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-history-'));
  let temporal: TemporalServer;
  let connection: Connection;
  let world: World;
  beforeAll(async () => {
    const settings = { 'limit.historyCount.suggestContinueAsNew': LONG };
    temporal = await startTemporalDevServer({
      dataDir,
      namespace: 'default',
      headless: true,
      inMemory: true,
      settings,
    });
    connection = await Connection.connect({ address: temporal.address });
    world = await createWorld({ temporalAddress: temporal.address });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await connection?.close();
    await temporal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const query = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
    world.database.query<Row & Record<string, unknown>>(text, values);
  async function runsOf(invoiceId: number): Promise<{ events: number; pending: number }[]> {
    const client = new Client({ connection });
    const runs: { events: number; pending: number }[] = [];
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${invoiceWorkflowId(invoiceId)}"` })) {
      const { raw, historyLength } = await client.workflow.getHandle(invoiceWorkflowId(invoiceId), runId).describe();
      runs.push({ events: historyLength, pending: raw.pendingActivities?.length ?? 0 });
    }
    return runs;
  }

  test('leaves its history behind with deliveries pending, and holds no more of them than it may', async () => {
    const store = await world.createStore({ webhookRetries: 10, webhookRetryIntervalSeconds: 3_600 });
    store.receiver.answerNext(...Array<number>(1_000).fill(500));
    // Beside the one that every test store has.
    const wanted = CHANGES * (WEBHOOKS + 1) + 2;
    for (let made = 0; made < WEBHOOKS; made += 1) {
      await store.sandbox.create('/api/v1/webhooks', { url: store.receiver.url, events: ['invoice.updated'] });
    }
    const { id } = await store.createInvoice();
    for (let change = 0; change < CHANGES; change += 1) {
      const changed = await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, {
        description: `Change ${change}`,
      });
      expect(changed.status).toBe(200);
    }
    const states = () =>
      query<{ runs_in: string; count: number }>(
        `select runs_in, count(*)::int from webhook_deliveries
         where resource_id = $1 and state = 'pending' and attempts = 1 group by 1 order by 1 desc`,
        [id],
      );
    // Each was tried once, and waits for an hour.
    const seen = await eventually(states, (rows) => rows.reduce((sum, { count }) => sum + count, 0) === wanted, {
      withinMs: 120_000,
    });
    expect(seen).toEqual([
      { runs_in: 'invoice', count: MOST_DELIVERIES_OF_INVOICE },
      { runs_in: 'event', count: wanted - MOST_DELIVERIES_OF_INVOICE },
    ]);
    const runs = await runsOf(id);
    expect(runs.length).toBeGreaterThan(1);
    expect(Math.max(...runs.map(({ pending }) => pending))).toBeLessThanOrEqual(MOST_DELIVERIES_OF_INVOICE);
    // A pending delivery is nobody's loss: the invoice is canceled as ever.
    expect((await store.sandbox.post(`/api/v1/invoices/${id}/cancel`)).status).toBe(200);
    await eventually(
      () =>
        query<{ canceled: boolean }>(
          'select gateway_canceled_at is not null as canceled from payment_attempts where invoice_id = $1',
          [id],
        ),
      (rows) => rows.every(({ canceled }) => canceled),
    );
  }, 240_000);
});
