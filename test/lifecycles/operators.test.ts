import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, Connection, WorkflowUpdateFailedError } from '@temporalio/client';
import type { ApplicationFailure, SearchAttributes } from '@temporalio/common';
import { openDatabase } from '../../src/app/open-database.ts';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { requeueOverdue } from '../../src/outbox/requeue-overdue.ts';
import { invoiceWorkflowId } from '../../src/outbox/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { advanceClock } from '../support/store-clock.ts';
import { createStripePlatform, type StripePlatform, type StripeStore } from '../support/stripe-store.ts';
import { startStripeServer, type StripeServer } from '../support/stripe-server.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type TestStore, type World } from '../support/world.ts';

const TICKET = { ticket: 'OPS-12' };
const CHARGES = '/v1/payment_intents';

/** A real Temporal, because operators search and act there; and Stripe on loopback, which can be away. */
describe('operators', () => {
  let temporal: TemporalServer;
  let stripe: StripeServer;
  let world: World;
  let orm: MikroORM;
  let platform: StripePlatform;
  let client: Client;
  beforeAll(async () => {
    [temporal, stripe] = await Promise.all([startTemporal(), startStripeServer()]);
    world = await createWorld({ temporalAddress: temporal.address, settings: { stripeApiUrl: stripe.url } });
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 2 });
    platform = createStripePlatform({ world, stripe, orm });
    client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
  });
  afterAll(async () => {
    await client?.connection.close();
    await orm?.close();
    await world?.stop();
    await Promise.all([temporal?.stop(), stripe?.stop()]);
  });

  const runOf = (invoiceId: number) => client.workflow.getHandle(invoiceWorkflowId(invoiceId));
  /** None before the run begins. */
  const attributesOf = async (invoiceId: number): Promise<SearchAttributes> => {
    const described = await runOf(invoiceId)
      .describe()
      .catch(() => null);
    return described?.searchAttributes ?? {};
  };
  /** Waits until a search finds just these: Temporal lists a change up to a second after it. */
  const untilFound = (query: string, expected: number[]): Promise<string[]> =>
    eventually(
      async () => {
        const found: string[] = [];
        for await (const { workflowId } of client.workflow.list({ query })) found.push(workflowId);
        return found;
      },
      (found) => isDeepStrictEqual(found.sort(), expected.map(invoiceWorkflowId).sort()),
    );
  const order = <Answer>(invoiceId: number, act: string, input: object = TICKET): Promise<Answer> =>
    runOf(invoiceId).executeUpdate<Answer, [object]>(act, { args: [input] });
  /** The type and the message of a refusal. */
  const refused = async (invoiceId: number, act: string, input?: object): Promise<[string, string]> => {
    const error: unknown = await order(invoiceId, act, input).catch((thrown: unknown) => thrown);
    if (!(error instanceof WorkflowUpdateFailedError)) throw error;
    const { type, message } = error.cause as ApplicationFailure;
    return [type ?? '', message];
  };
  const logOf = async (companyId: number) => {
    const rows = await world.database.query<Record<string, unknown>>(
      `select actor, by_operator, action, subject, details - 'update_id' as details from audit_entries
       where company_id = $1 and action in ('reconcileNow', 'retryChargeNow', 'resendFailed', 'holdReminders', 'resumeReminders')
       order by id`,
      [companyId],
    );
    return rows.map(({ actor, by_operator: byOperator, action, subject, details }) => ({
      ...{ actor, byOperator, action, subject, details },
    }));
  };
  const line = (action: string, invoiceId: number, details: object = TICKET) => ({
    ...{ actor: 'temporal', byOperator: true, action, subject: `invoice ${invoiceId}`, details },
  });
  /** The pending delivery of an invoice, as Temporal retries it. */
  const pendingDelivery = (invoiceId: number, atLeast: number) =>
    eventually(
      async () => {
        const { raw } = await runOf(invoiceId).describe();
        return raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'deliverWebhook');
      },
      (activity) => (activity?.attempt ?? 0) >= atLeast,
    );
  const sentOf = ({ receiver }: TestStore, invoiceId: number): number =>
    receiver.received.filter(({ data }) => data.invoice_id === invoiceId || data.id === invoiceId).length;

  describe('search', () => {
    test('all overdue boletos of a store above an amount whose receiver fails are one query', async () => {
      const [store, other] = await Promise.all([world.createStore(), world.createStore()]);
      const boleto = (owner: TestStore, quantity: number) =>
        owner.createInvoice({
          payment_method: 'boleto',
          products: [{ product_id: owner.productId, quantity }],
        });
      const dear = await boleto(store, 11);
      const cheap = await boleto(store, 2);
      const elsewhere = await boleto(other, 11);
      const { due_date: due } = dear;
      await eventually(
        () => Promise.all([dear, cheap, elsewhere].map(({ id }) => attributesOf(id))),
        (all) => all.every(({ WaitsFor: waits }) => String(waits) === 'payer'),
      );
      expect(await attributesOf(dear.id)).toMatchObject({
        ...{ CompanyId: [store.companyId], Environment: ['sandbox'], InvoiceStatus: ['pending'] },
        ...{ PaymentMethod: ['boleto'], AmountCents: [55_000], DueDate: [due], Gateway: ['sandbox'] },
        ...{ NextDeadline: [expect.any(Date)], WaitsFor: ['payer'], FailingDeliveries: [0] },
      });

      for (const { receiver } of [store, other]) receiver.behave((response) => response.writeHead(500).end());
      // The retries are still to come then.
      const to = new Date(Number((await attributesOf(dear.id)).NextDeadline![0]) + 60_000).toISOString();
      await Promise.all([store, other].map((owner) => advanceClock(owner, { to })));
      const query =
        `CompanyId = ${store.companyId} AND InvoiceStatus = "overdue" AND PaymentMethod = "boleto"` +
        ' AND AmountCents > 50000 AND WaitsFor = "receiver"';
      await untilFound(query, [dear.id]);
      await untilFound(query.replace('AmountCents > 50000', 'FailingDeliveries > 0'), [dear.id, cheap.id]);
      await untilFound(
        `CompanyId = ${other.companyId} AND DueDate <= "${due}" AND NextDeadline > "2020-01-01T00:00:00Z"`,
        [elsewhere.id],
      );
    });

    test('a change of the invoice is seen, and a delivery that succeeds after failures fails no more', async () => {
      const store = await world.createStore({ webhookRetryIntervalSeconds: 1 });
      const { id } = await store.createInvoice({ payment_method: 'boleto' });
      await eventually(
        () => attributesOf(id),
        ({ WaitsFor: waits }) => String(waits) === 'payer',
      );
      store.receiver.answerNext(500, 500);
      await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, {
        payment_method: 'pix',
        products: [{ product_id: store.productId, quantity: 3 }],
      });
      const seen = await eventually(
        () => attributesOf(id),
        ({ FailingDeliveries: failing }) => Number(failing?.[0]) > 0,
      );
      expect(seen.WaitsFor).toContain('receiver');
      const after = await eventually(
        () => attributesOf(id),
        ({ FailingDeliveries: failing, WaitsFor: waits }) => failing?.[0] === 0 && String(waits) === 'payer',
      );
      expect(after).toMatchObject({ PaymentMethod: ['pix'], AmountCents: [15_000] });
      await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
      const paid = await eventually(
        () => attributesOf(id),
        ({ InvoiceStatus: status }) => status?.[0] === 'paid',
      );
      expect(paid).toMatchObject({ InvoiceStatus: ['paid'], FailingDeliveries: [0] });
      expect([paid.NextDeadline ?? [], paid.WaitsFor ?? []]).toEqual([[], []]);
    });

    test('an invoice waits for its gateway while that is away, and for its store while access is refused', async () => {
      const store = await platform.createStore();
      const id = await chargeWhileAway(store, { times: 3 });
      expect(await attributesOf(id)).toMatchObject({ Gateway: ['stripe'], InvoiceStatus: ['open'] });
      await store.removeAccess();
      expect(await order(id, 'retryChargeNow')).toMatchObject({ outcome: 'held', status: 'open' });
      await eventually(
        () => attributesOf(id),
        ({ WaitsFor: waits }) => String(waits) === 'store',
      );
      expect((await refused(id, 'retryChargeNow'))[0]).toBe('gateway_access_refused');
      await store.setKey('sk_live_fatura');
      await store.reach(id, 'pending');
      await store.removeAccess();
      expect((await refused(id, 'reconcileNow'))[0]).toBe('gateway_access_refused');
    });

    test('an invoice waits for its store while a webhook is paused', async () => {
      const store = await world.createStore();
      const { id } = await store.createInvoice({ payment_method: 'boleto' });
      await registered(id);
      const change = (description: string) => store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description });
      store.receiver.behave((response) => response.writeHead(500).end());
      await change('two loaves');
      await eventually(
        () => attributesOf(id),
        ({ WaitsFor: waits }) => String(waits) === 'payer,receiver',
      );
      const ofStore = 'where company_id = $1';
      await world.database.query(`update webhook_endpoints set paused_at = now() ${ofStore}`, [store.companyId]);
      await change('three loaves');
      const paused = await eventually(
        () => attributesOf(id),
        ({ WaitsFor: waits }) => String(waits) === 'payer,store',
      );
      expect(paused.FailingDeliveries).toEqual([1]);
      await untilFound(`CompanyId = ${store.companyId} AND FailingDeliveries > 0`, [id]);
    });
  });

  describe('Updates', () => {
    test('what is wrong with an order is said by field and remedy, and leaves no trace', async () => {
      const store = await world.createStore();
      const { id } = await store.createInvoice();
      await registered(id);
      const inputs: [string, object, string][] = [
        ['reconcileNow', {}, '"ticket" is required'],
        ['resendFailed', { ticket: 'Ana Souza' }, '"ticket" must have 1 to 40'],
        ['resendFailed', { ticket: 'OPS-1', reason: 'x' }, '"reason" is no field of resendFailed'],
        ['retryChargeNow', { ticket: 'OPS-1', hold: true }, '"hold" is no field of retryChargeNow'],
        ['holdReminders', { ticket: 'OPS-1', hold: 'yes' }, '"hold" must be true or false'],
        ['holdReminders', { ticket: 'OPS-1', auditId: 1 }, '"ticket" is required'],
        ['reconcileNow', { auditId: -1 }, '"auditId" must be the number'],
      ];
      for (const [act, input, message] of inputs) {
        const [type, said] = await refused(id, act, input);
        expect([type, said]).toEqual(['invalid_order', expect.stringContaining(message)]);
      }
      // The panel's line of another act is none.
      expect(await refused(id, 'reconcileNow', { auditId: 999_999 })).toEqual([
        'invalid_order',
        `Line 999999 of the audit log is not of reconcileNow on invoice ${id}.`,
      ]);
      expect((await refused(id, 'retryChargeNow'))[0]).toBe('no_charge_waits');
      expect(await logOf(store.companyId)).toEqual([]);
    });

    test('retryChargeNow tries a charge that waits at once, however long its interval is', async () => {
      const store = await platform.createStore();
      const id = await chargeWhileAway(store, { times: 5 });
      expect(await order(id, 'retryChargeNow')).toMatchObject({ invoiceId: id, status: 'open', outcome: 'failed' });
      const answers = [];
      // The faults that are left.
      for (let tries = 0; tries < 5 && answers.at(-1)?.outcome !== 'registered'; tries += 1) {
        answers.push(await order<{ outcome: string }>(id, 'retryChargeNow'));
      }
      expect(answers.at(-1)).toMatchObject({ outcome: 'registered', status: 'pending' });
      expect(store.intentsOf((await store.api.invoice(id)).payments[0]!.id)).toHaveLength(1);
      expect(await logOf(store.store.companyId)).toEqual(
        Array.from({ length: answers.length + 1 }, () => line('retryChargeNow', id)),
      );
    });

    test('reconcileNow books a payment of which no callback told, once', async () => {
      const store = await platform.createStore();
      const { id, intent } = await store.pending();
      expect(await order(id, 'reconcileNow')).toMatchObject({
        charges: 1,
        repaired: 0,
        findings: [],
        status: 'pending',
      });
      stripe.succeed(intent.id);
      expect(await order(id, 'reconcileNow')).toMatchObject({ charges: 1, repaired: 1, status: 'paid' });
      await eventually(
        async () => (await runOf(id).describe()).status.name,
        (status) => status === 'COMPLETED',
      );
      const { payments } = await store.api.invoice(id);
      expect(payments).toHaveLength(1);
      expect(await logOf(store.store.companyId)).toEqual([line('reconcileNow', id), line('reconcileNow', id)]);
    });

    test('the work of an Update that is done twice has one line in the log', async () => {
      const store = await world.createStore();
      const { id } = await store.createInvoice();
      await registered(id);
      const updateId = 'the-same';
      for (let n = 0; n < 2; n += 1) {
        await runOf(id).executeUpdate('reconcileNow', { args: [TICKET], updateId });
      }
      await runOf(id).terminate('a new run does not know the Update');
      await tellAgain();
      await registered(id);
      await runOf(id).executeUpdate('reconcileNow', { args: [TICKET], updateId });
      expect(await logOf(store.companyId)).toEqual([line('reconcileNow', id)]);
    });

    test('resendFailed sends what webhooks did not take once more', async () => {
      const store = await world.createStore({ webhookRetries: 0 });
      store.receiver.answerNext(500, 500);
      const { id } = await store.createInvoice();
      await registered(id);
      await eventually(
        () => failedOf(id),
        (count) => count === 2,
      );
      const sent = sentOf(store, id);
      expect(await order(id, 'resendFailed')).toMatchObject({ resent: 2, skipped: 0, status: 'pending' });
      await eventually(
        () => sentOf(store, id),
        (count) => count === sent + 2,
      );
      await eventually(
        () => deliveriesOf(id, 'invoice.created'),
        ([delivery]) => delivery?.state === 'delivered',
      );
      expect(await order(id, 'resendFailed')).toMatchObject({ resent: 0, skipped: 0 });
      // A webhook that is switched off gets nothing.
      await world.database.query(`update webhook_deliveries set state = 'failed' where resource_id = $1`, [id]);
      await world.database.query('update webhook_endpoints set enabled = false where company_id = $1', [
        store.companyId,
      ]);
      expect(await order(id, 'resendFailed')).toMatchObject({ resent: 0, skipped: 2 });
      expect(await logOf(store.companyId)).toEqual([1, 2, 3].map(() => line('resendFailed', id)));
    });

    test('holdReminders holds the reminders of an invoice back, and lets them go on', async () => {
      const store = await world.createStore();
      const { id } = await store.createInvoice({ payment_method: 'boleto' });
      await registered(id);
      const heldAt = async () =>
        (await store.sandbox.get<{ held_at: string | null }>(`/api/v1/invoices/${id}/reminders`)).body.held_at;
      await order(id, 'holdReminders');
      expect(await heldAt()).not.toBeNull();
      await order(id, 'holdReminders', { ...TICKET, hold: false });
      expect(await heldAt()).toBeNull();
      await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
      await eventually(
        () => attributesOf(id),
        ({ InvoiceStatus: status }) => status?.[0] === 'canceled',
      );
      expect(await logOf(store.companyId)).toEqual([line('holdReminders', id), line('resumeReminders', id)]);
    });

    test('the panel offers the acts to those who collect, by their own line in the log', async () => {
      const store = await world.createStore({ webhookRetries: 0 });
      store.receiver.answerNext(500);
      const { id } = await store.createInvoice();
      await registered(id);
      await eventually(
        () => failedOf(id),
        (count) => count === 1,
      );
      const owner = await signedIn(world, { companyId: store.companyId });
      const page = `/panel/stores/${store.companyId}/sandbox/invoices/${id}`;
      const { location } = await owner.submit(page, `${page}/resend-failed`);
      expect((await owner.get(location!)).html).toContain('Failed deliveries are sent once more.');
      expect((await owner.submit(page, `${page}/reconcile`)).status).toBe(303);
      expect((await owner.get(page)).html).not.toContain(`${page}/retry-charge`);
      const vain = await owner.post(`${page}/retry-charge`);
      expect([vain.status, vain.html]).toEqual([409, expect.stringContaining('No charge of this invoice waits')]);
      const helper = await signedIn(world, { companyId: store.companyId, role: 'support' });
      expect((await helper.post(`${page}/reconcile`)).status).toBe(403);
      const own = { actor: owner.email, byOperator: false, subject: `invoice ${id}`, details: {} };
      expect(await logOf(store.companyId)).toEqual(
        ['resendFailed', 'reconcileNow', 'retryChargeNow'].map((action) => ({ ...own, action })),
      );
    });

    test('an act on an invoice whose run has ended begins one, which ends again', async () => {
      const store = await world.createStore();
      const { id } = await store.createInvoice();
      await registered(id);
      await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
      await ended(id);
      const owner = await signedIn(world, { companyId: store.companyId });
      const page = `/panel/stores/${store.companyId}/sandbox/invoices/${id}`;
      expect((await owner.submit(page, `${page}/reconcile`)).status).toBe(303);
      await ended(id);
    });
  });

  describe('acts of Temporal itself', () => {
    test.each(['terminate', 'cancel'] as const)(
      '%s changes nothing of the invoice; a change begins a new run',
      async (act) => {
        const store = await world.createStore();
        const { id } = await store.createInvoice();
        await registered(id);
        const { runId } = await runOf(id).describe();
        await runOf(id)[act]();
        await eventually(
          async () => (await runOf(id).describe()).status.name,
          (status) => status !== 'RUNNING',
        );
        expect((await store.sandbox.invoice(id)).status).toBe('pending');
        await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
        const paid = await eventually(
          () => store.sandbox.invoice(id),
          ({ status }) => status === 'paid',
        );
        expect(paid.payments).toHaveLength(1);
        await ended(id);
        expect((await runOf(id).describe()).runId).not.toBe(runId);
        expect(store.receiver.eventsOf(id)).toEqual([
          ...['invoice.created', 'invoice.payment_registered', 'invoice.payment_confirmed'],
        ]);
      },
    );

    test('a reset to the first task does nothing twice: no charge, no event, no payment', async () => {
      const store = await platform.createStore();
      const { id, intent } = await store.pending();
      const run = await runOf(id).describe();
      // The first task ends after the first try that is made in it.
      const firstTask = await eventually(
        async () => {
          const { events } = await runOf(id).fetchHistory();
          return events!.find(({ workflowTaskCompletedEventAttributes: done }) => done);
        },
        (event) => event !== undefined,
      );
      await client.workflowService.resetWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: run.workflowId, runId: run.runId },
        workflowTaskFinishEventId: firstTask!.eventId!,
        requestId: 'reset-of-an-operator',
        reason: 'OPS-12',
      });
      const again = await eventually(
        () => runOf(id).describe(),
        ({ runId, searchAttributes }) => runId !== run.runId && searchAttributes.WaitsFor?.[0] === 'payer',
      );
      expect(again.status.name).toBe('RUNNING');
      stripe.succeed(intent.id);
      await store.callBack();
      await store.reach(id, 'paid');
      await ended(id);
      const { payments } = await store.api.invoice(id);
      expect(payments).toHaveLength(1);
      expect(store.intentsOf(payments[0]!.id)).toHaveLength(1);
      expect(await store.eventsOf(id)).toEqual([
        ...['invoice.created', 'invoice.payment_registered', 'invoice.payment_confirmed'],
      ]);
    });

    test('a delivery that is paused makes no attempt, and the rest of the invoice goes on', async () => {
      const store = await world.createStore({ webhookRetries: 20, webhookRetryIntervalSeconds: 1 });
      const { id } = await store.createInvoice();
      await registered(id);
      store.receiver.behave((response) => response.writeHead(500).end());
      await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description: 'two loaves' });
      const { activityId } = (await pendingDelivery(id, 2))!;
      const execution = { workflowId: invoiceWorkflowId(id) };
      const named = { namespace: 'default', execution, id: activityId!, identity: 'operator' };
      await client.workflowService.pauseActivity({ ...named, reason: 'OPS-12' });
      store.receiver.behave(null);
      await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
      await eventually(
        () => store.receiver.eventsOf(id),
        (events) => events.includes('invoice.payment_confirmed'),
      );
      expect(store.receiver.received.filter(({ event }) => event === 'invoice.updated').length).toBeGreaterThan(1);
      const updated = () => deliveriesOf(id, 'invoice.updated');
      expect((await updated())[0]!.state).toBe('pending');
      await client.workflowService.unpauseActivity({ ...named });
      await eventually(updated, ([delivery]) => delivery?.state === 'delivered');
      await ended(id);
    });

    test('a delivery whose count is reset gets no attempt more than its store allows', async () => {
      const store = await world.createStore({ webhookRetries: 4, webhookRetryIntervalSeconds: 1 });
      const { id } = await store.createInvoice();
      await registered(id);
      store.receiver.behave((response) => response.writeHead(500).end());
      await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description: 'two loaves' });
      const { activityId } = (await pendingDelivery(id, 2))!;
      const execution = { workflowId: invoiceWorkflowId(id) };
      await client.workflowService.resetActivity({
        namespace: 'default',
        execution,
        id: activityId!,
        identity: 'operator',
      });
      const [delivery] = await eventually(
        () => deliveriesOf(id, 'invoice.updated'),
        ([one]) => one?.state === 'failed',
      );
      expect(delivery).toMatchObject({ state: 'failed', attempts: 5 });
      const numbers = store.receiver.received.filter(({ event }) => event === 'invoice.updated');
      expect(numbers).toHaveLength(5);
    });
  });

  async function registered(invoiceId: number): Promise<void> {
    await eventually(
      () => attributesOf(invoiceId),
      ({ WaitsFor: waits }) => String(waits) === 'payer',
    );
  }

  async function ended(invoiceId: number): Promise<void> {
    await eventually(
      async () => (await runOf(invoiceId).describe()).status.name,
      (status) => status === 'COMPLETED',
    );
  }

  /** An invoice whose charge Stripe fails to take, so many times. */
  async function chargeWhileAway(store: StripeStore, { times }: { times: number }): Promise<number> {
    stripe.failNext({ method: 'POST', path: CHARGES, how: '500_before', times });
    const { id } = await store.createInvoice();
    await eventually(
      () => attributesOf(id),
      ({ WaitsFor: waits }) => String(waits) === 'gateway',
    );
    return id;
  }

  function deliveriesOf(invoiceId: number, event: string) {
    return world.database.query<{ state: string; attempts: number }>(
      `select d.state, d.attempts from webhook_deliveries d join events e on e.id = d.event_id
       where e.resource_type = 'invoice' and e.resource_id = $1 and e.type = $2`,
      [invoiceId, event],
    );
  }

  async function failedOf(invoiceId: number): Promise<number> {
    const rows = await world.database.query(
      `select id from webhook_deliveries where resource_id = $1 and resource_type = 'invoice' and state = 'failed'`,
      [invoiceId],
    );
    return rows.length;
  }

  /** As the API does from time to time, for work that is overdue. */
  async function tellAgain(): Promise<void> {
    await requeueOverdue(orm.em, new Date(Date.now() + 3_600_000));
  }
});
