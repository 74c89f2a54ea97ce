/**
 * A paid invoice, bare, on Temporal as it is written first: worker and client with the defaults of their SDK, in one
 * process, so that a workflow begins there without a round through Temporal's queue (eager start).
 */
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { needed } from './environment.ts';
import { createInvoiceSteps } from './invoice-steps.ts';
import { keepUnderWay } from '../support/keep-under-way.ts';
import type { paidInvoice } from './naive-workflow.ts';
import { servePeer } from './serve-peer.ts';

const TASK_QUEUE = 'naive';
/** As Fatura's, so that neither has memory that the other has not. */
const MAX_CACHED_WORKFLOWS = 500;

await servePeer<'naive-temporal.ts'>(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const { steps, whenRegistered, close } = createInvoiceSteps({
    url: needed('RECEIVER_URL'),
    secret: needed('RECEIVER_SECRET'),
  });
  const [address, namespace] = [needed('TEMPORAL_ADDRESS'), needed('TEMPORAL_NAMESPACE')];
  const connection = await NativeConnection.connect({ address, grpcCompression: { codec: 'none' } });
  const { workflow } = new Client({ connection, namespace });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL('naive-workflow.ts', import.meta.url)),
    activities: { ...steps },
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
  });
  const done = worker.run();

  const payOne = async (invoiceId: number): Promise<void> => {
    const registered = whenRegistered(invoiceId);
    const handle = await workflow.start<typeof paidInvoice>('paidInvoice', {
      taskQueue: TASK_QUEUE,
      // A namespace may hold those of an earlier process.
      workflowId: `naive-${process.pid}-${invoiceId}`,
      args: [invoiceId],
      requestEagerStart: true,
    });
    await registered;
    await handle.signal('paid');
    await handle.result();
  };

  return {
    ready: {},
    run: (run) => keepUnderWay(run, payOne),
    async close() {
      worker.shutdown();
      await done;
      await connection.close();
      await close();
    },
  };
});
