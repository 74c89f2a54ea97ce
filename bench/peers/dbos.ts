/** A paid invoice, bare, on DBOS: its steps and its message are rows of PostgreSQL. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { needed } from './environment.ts';
import { createInvoiceSteps } from './invoice-steps.ts';
import { keepUnderWay } from '../support/keep-under-way.ts';
import { servePeer } from './serve-peer.ts';

/** A day, as a payer has for a Pix code. */
const PAYMENT_SECONDS = 86_400;
/** DBOS writes every step on its own: with more connections more of them share one flush of the log. */
const CONNECTIONS = 30;

await servePeer<'dbos.ts'>(async () => {
  const { steps, whenRegistered, close } = createInvoiceSteps({
    url: needed('RECEIVER_URL'),
    secret: needed('RECEIVER_SECRET'),
  });

  const retried = { retriesAllowed: true, intervalSeconds: 300, maxAttempts: 4, backoffRate: 1 };
  const registerCharge = DBOS.registerStep(steps.registerCharge, { name: 'registerCharge', ...retried });
  const sendWebhook = DBOS.registerStep(steps.sendWebhook, { name: 'sendWebhook', ...retried });
  const paidInvoice = DBOS.registerWorkflow(
    async (invoiceId: number): Promise<string> => {
      await sendWebhook({ event: 'invoice.created', invoiceId, sequence: 1 });
      const chargeId = await registerCharge(invoiceId);
      await sendWebhook({ event: 'invoice.payment_registered', invoiceId, sequence: 2 });
      const payment = await DBOS.recv<{ amount: number }>('payment', { timeoutSeconds: PAYMENT_SECONDS });
      if (!payment) return 'expired';
      await sendWebhook({ event: 'invoice.payment_confirmed', invoiceId, sequence: 3 });
      return chargeId;
    },
    { name: 'paidInvoice' },
  );

  DBOS.setConfig({
    name: 'fatura-bench',
    systemDatabaseUrl: needed('DATABASE_URL'),
    systemDatabasePoolSize: CONNECTIONS,
    logLevel: 'error',
    tracingEnabled: false,
  });
  await DBOS.launch();

  const payOne = async (invoiceId: number): Promise<void> => {
    const registered = whenRegistered(invoiceId);
    const workflowID = `invoice-${invoiceId}`;
    const handle = await DBOS.startWorkflow(paidInvoice, { workflowID })(invoiceId);
    await registered;
    await DBOS.send(workflowID, { amount: 10 }, 'payment');
    await handle.getResult();
  };

  return {
    ready: {},
    run: (run) => keepUnderWay(run, payOne),
    async close() {
      await DBOS.shutdown();
      await close();
    },
  };
});
