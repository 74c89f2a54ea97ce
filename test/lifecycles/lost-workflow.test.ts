import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.ts';
import { invoiceWorkflowId } from '../../src/temporal/invoice-workflow.ts';
import { requeueOverdue } from '../../src/temporal/requeue-overdue.ts';
import { eventually } from '../support/eventually.ts';
import { completedActivitiesOf, historyOf } from '../support/histories.ts';
import { HOUR, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

describe('a workflow that is lost', () => {
  const world = useSkippedTimeWorld();

  const sweep = async (at: Date) => {
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    return requeueOverdue(orm.em, at).finally(() => orm.close());
  };

  test('is found when its deadline is long past, and its invoice goes on; what is only late is left alone', async () => {
    const store = await world.current.createStore({ pixExpirySeconds: 3600 });
    const { id } = await store.createInvoice();
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 2,
    );
    // The test server's clock stands still for an activity that never ends.
    await eventually(
      async () => completedActivitiesOf(await historyOf(world.current.env, id)),
      (completed) => completed === 3,
    );
    await world.current.env.client.workflow.getHandle(invoiceWorkflowId(id)).terminate('by mistake');
    await world.current.advance(HOUR + 10 * MINUTE);
    expect(await sweep(await world.current.now())).toBe(0);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');

    await world.current.advance(10 * MINUTE);
    expect(await sweep(await world.current.now())).toBe(1);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.at(-1) === 'invoice.abandoned',
    );
    expect(store.receiver.eventsOf(id)).toEqual(['invoice.created', 'invoice.payment_registered', 'invoice.abandoned']);
    expect(await sweep(await world.current.now())).toBe(0);
  });

  test('is found when a delivery is long due, and the new run makes only the attempts that are left', async () => {
    const store = await world.current.createStore({ webhookRetries: 2 });
    store.receiver.answerNext(500, 500, 500, 500);
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () =>
        world.current.database.query('select 1 from webhook_deliveries where resource_id = $1 and attempts = 1', [id]),
      (rows) => rows.length === 1,
    );
    await world.current.env.client.workflow.getHandle(invoiceWorkflowId(id)).terminate('by mistake');
    await world.current.advance(30 * MINUTE);
    expect(await sweep(await world.current.now())).toBe(1);
    await eventually(
      () => store.receiver.received.length,
      (count) => count === 2,
    );
    await world.current.advance(30 * MINUTE, MINUTE);
    const rows = await world.current.database.query(
      'select state, attempts from webhook_deliveries where resource_id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'failed', attempts: 3 }]);
    expect(store.receiver.received).toHaveLength(3);
  });
});
