import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { clientOf } from '../../src/base/temporal/connect.ts';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import { signalInvoice } from '../../src/outbox/signal-workflow.ts';
import { invoiceWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { startProcess } from '../support/platform-process.ts';
import { requeueOverdue } from '../../src/outbox/requeue-overdue.ts';
import { eventually } from '../support/eventually.ts';
import { signalsOf } from '../support/histories.ts';
import { suspendProcess } from '../support/suspend-process.ts';
import { createWorld, type World } from '../support/world.ts';

const NO_TEMPORAL = '127.0.0.1:1';

describe('the damage of a crash or an outage is healed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-recovery-'));
  let temporal: TemporalServer;
  let world: World;
  const startTemporal = async () => {
    temporal = await startTemporalDevServer({ dataDir, namespace: 'default', headless: true });
  };
  beforeAll(async () => {
    await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Temporal lists a run up to a second after its start. So the list is complete once it has the last one. */
  async function runsOf(invoiceId: number): Promise<string[]> {
    const connection = await Connection.connect({ address: temporal.address });
    const { workflow } = new Client({ connection });
    const workflowId = invoiceWorkflowId(invoiceId);
    const last = await workflow
      .getHandle(workflowId)
      .describe()
      .catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      });
    const runs = await eventually(
      async () => {
        const listed: string[] = [];
        for await (const { runId } of workflow.list({ query: `WorkflowId = "${workflowId}"` })) listed.push(runId);
        return listed;
      },
      (listed) => !last || listed.includes(last.runId),
    );
    await connection.close();
    return runs;
  }

  test('kill -9 of the API between commit and workflow start, while no worker runs: the next API starts one workflow, and a worker goes on with it', async () => {
    const store = await world.createStore();
    await world.stopWorker();
    await world.server.stop();
    const cutOff = await startProcess('server', {
      ...world.config,
      temporal: { ...world.config.temporal, address: NO_TEMPORAL },
    });
    const { id } = await store.createInvoice();
    await cutOff.kill9();
    expect(await runsOf(id)).toEqual([]);

    // The ten seconds count from readiness: a slow machine loads the program for as long as that.
    const api = await startProcess('server', world.config);
    await eventually(
      () => runsOf(id),
      (runs) => runs.length > 0,
      { withinMs: 10_000 },
    );
    await world.startWorker();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.created') && events.includes('invoice.payment_registered'),
      { withinMs: 10_000 },
    );
    expect(await runsOf(id)).toHaveLength(1);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
    expect(await world.database.query('select 1 from outbox')).toEqual([]);
    await api.stop();
    world.server = await world.restartServer();
  });

  test('kill -9 of API and worker while Temporal does not answer: still one workflow, and each event once', async () => {
    const store = await world.createStore();
    await world.stopWorker();
    await world.server.stop();
    const api = await startProcess('server', world.config);
    const worker = await startProcess('worker', world.config);
    await suspendProcess(temporal.pid);
    const { id } = await store.createInvoice();
    // The dispatcher holds the entry, and waits for Temporal's answer.
    await eventually(
      () =>
        world.database.query<{ held: boolean }>(
          'select claimable_at > now() as held from outbox where invoice_id = $1',
          [id],
        ),
      (rows) => rows[0]?.held === true,
    );
    await worker.kill9();
    await api.kill9();
    process.kill(temporal.pid, 'SIGCONT');

    world.server = await world.restartServer();
    await world.startWorker();
    await eventually(
      () => world.database.query('select 1 from outbox'),
      (rows) => rows.length === 0,
    );
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    expect(
      await eventually(
        () => runsOf(id),
        (runs) => runs.length > 0,
      ),
    ).toHaveLength(1);
    expect(store.receiver.eventsOf(id).sort()).toEqual(['invoice.created', 'invoice.payment_registered']);
  });

  test('the worker that tells of a new invoice begins its run', async () => {
    const store = await world.createStore();
    const { id } = await store.createInvoice();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    const connection = await Connection.connect({ address: temporal.address });
    const run = new Client({ connection }).workflow.getHandle(invoiceWorkflowId(id));
    const [started] = (await run.fetchHistory()).events!;
    expect(started!.workflowExecutionStartedEventAttributes!.eagerExecutionAccepted).toBe(true);
    await connection.close();
  });

  test('news of a new invoice that are told twice are one run, which the second signals', async () => {
    const invoiceId = 4_000_000;
    const news = {
      ...{ invoiceId, companyId: 1, environment: 'sandbox', version: 1, status: 'open', paymentMethod: 'pix' },
      ...{ chargeToRegister: null, chargesToCancel: [], deliveries: [] },
      deadline: { kind: 'pix_expired', at: new Date(Date.now() + 3_600_000).toISOString() },
    } as unknown as InvoiceNews;
    const connection = await NativeConnection.connect({ address: temporal.address });
    const client = clientOf(connection, world.config.temporal);
    await signalInvoice(client, news, { hasWorker: true });
    await signalInvoice(client, news, { hasWorker: true });
    const run = client.workflow.getHandle(invoiceWorkflowId(invoiceId));
    // Temporal holds a signal back while a task of the run is under way.
    await eventually(
      async () => signalsOf(await run.fetchHistory()),
      (signals) => signals.join() === 'recordChanged',
    );
    expect(await runsOf(invoiceId)).toHaveLength(1);
    await run.terminate();
    await connection.close();
  });

  test('Temporal stopped: invoices are still taken at once; when it is back, everything pending happens', async () => {
    const store = await world.createStore();
    const before = await store.createInvoice({ payment_method: 'boleto' });
    await eventually(
      () => store.sandbox.invoice(before.id),
      ({ status }) => status === 'pending',
    );
    process.kill(temporal.pid, 'SIGKILL');
    await temporal.exited;

    const begun = Date.now();
    const { id } = await store.createInvoice();
    const canceled = await store.sandbox.post(`/api/v1/invoices/${before.id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(Date.now() - begun).toBeLessThan(2_000);

    await startTemporal();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
      { withinMs: 40_000 },
    );
    await eventually(
      () => store.receiver.eventsOf(before.id),
      (events) => events.includes('invoice.canceled'),
      { withinMs: 40_000 },
    );
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
    expect(store.receiver.eventsOf(before.id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.canceled',
    ]);
  });

  /** The sweep, as it is when so many minutes have passed. */
  async function sweep(minutesFromNow: number): Promise<number> {
    const orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 1 });
    return requeueOverdue(orm.em, new Date(Date.now() + minutesFromNow * 60_000)).finally(() => orm.close());
  }

  async function terminate(invoiceId: number): Promise<void> {
    const connection = await Connection.connect({ address: temporal.address });
    const handle = new Client({ connection }).workflow.getHandle(invoiceWorkflowId(invoiceId));
    await handle.terminate('by mistake').finally(() => connection.close());
  }

  test('a workflow that was terminated is missed when its deadline is long past, and its invoice goes on', async () => {
    const store = await world.createStore({ pixExpirySeconds: 5 });
    const { id } = await store.createInvoice();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    await terminate(id);
    expect(await sweep(10)).toBe(0);
    expect(await sweep(16)).toBeGreaterThan(0);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 3,
    );
    expect(store.receiver.eventsOf(id).at(-1)).toBe('invoice.abandoned');
    expect(await runsOf(id)).toHaveLength(2);
  });

  test('a delivery whose workflow was terminated gets the attempts that were left, and no more', async () => {
    const store = await world.createStore({ webhookRetries: 2, webhookRetryIntervalSeconds: 2 });
    store.receiver.answerNext(500, 500, 500, 500);
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const delivery = () =>
      world.database.query<{ state: string; attempts: number }>(
        'select state, attempts from webhook_deliveries where resource_id = $1',
        [id],
      );
    await eventually(delivery, (rows) => rows[0]?.attempts === 1);
    await terminate(id);
    await sweep(20);
    await eventually(delivery, (rows) => rows[0]?.state === 'failed');
    expect(await delivery()).toEqual([{ state: 'failed', attempts: 3 }]);
    expect(store.receiver.received).toHaveLength(3);
  });

  test('a charge that was never registered, one never canceled, and a refund never made are missed too', async () => {
    const store = await world.createStore();
    const paid = await store.createInvoice();
    const updated = await store.createInvoice();
    for (const { id } of [paid, updated]) {
      await eventually(
        () => store.sandbox.invoice(id),
        ({ status }) => status === 'pending',
      );
    }
    await store.sandbox.create(`/api/v1/sandbox/invoices/${paid.id}/payment`, { outcome: 'confirmed' });
    await eventually(
      () => store.receiver.eventsOf(paid.id),
      (events) => events.length === 3,
    );
    await world.stopWorker();
    const fresh = await store.createInvoice();
    await store.sandbox.post(`/api/v1/invoices/${updated.id}/cancel`);
    await store.sandbox.create(`/api/v1/invoices/${paid.id}/refunds`);
    for (const { id } of [fresh, updated, paid]) {
      // As soon as there is a run: the dispatcher starts it a moment after the request.
      await eventually(
        () =>
          terminate(id).then(
            () => true,
            () => false,
          ),
        Boolean,
      );
    }
    await world.startWorker();
    await sweep(16);
    await eventually(
      () => store.sandbox.invoice(fresh.id),
      ({ status }) => status === 'pending',
    );
    await eventually(
      () => store.sandbox.invoice(paid.id),
      ({ status }) => status === 'refunded',
    );
    await eventually(
      () =>
        world.database.query<{ canceled: boolean }>(`select canceled from sandbox_charges where attempt_id = $1`, [
          updated.payments[0]!.id,
        ]),
      ([charge]) => charge?.canceled === true,
    );
    // Nothing is left that a second look would miss.
    expect(await store.sandbox.invoice(paid.id)).toMatchObject({ amount_refunded: 100 });
  });
});
