import { getEventListeners } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, ServiceError } from '@temporalio/client';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../src/app/open-database.ts';
import { openTemporalClient } from '../../src/base/temporal/connect.ts';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../src/outbox/dispatch-outbox.ts';
import { createInvoicesUnderWay, type InvoicesUnderWay } from '../../src/outbox/invoices-under-way.ts';
import { openClaims } from '../../src/outbox/open-claims.ts';
import type { createApiMetrics } from '../../src/base/telemetry/metrics.ts';
import { NO_TRACING } from '../../src/base/telemetry/tracing.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

/** No program listens on port 1. */
const NO_TEMPORAL = '127.0.0.1:1';
const INVALID_ARGUMENT = 3;
const UNAVAILABLE = 14;
/** The priority of Temporal that a workflow has where nobody names another; a higher number yields to a lower one. */
const ORDINARY = 3;

/** How Temporal answers a signal to a workflow. */
type Answers = (workflowId: string) => Promise<void>;

describe('the dispatcher of the outbox', () => {
  let world: World;
  let orm: MikroORM;
  let claims: pg.Pool;
  let stores: [Invoices, Invoices];
  beforeAll(async () => {
    world = await createWorld({ temporalAddress: NO_TEMPORAL, withWorker: false });
    stores = [await makeInvoices(120), await makeInvoices(2)];
    // From here on the dispatchers of the tests are the only ones.
    await world.server.stop();
    await query('delete from outbox');
    // No worker is there: the work of late news counts as done, unless a test says otherwise.
    await query('update payment_attempts set registered_at = now()');
    await query('update webhook_deliveries set attempts_begun = 1');
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 4 });
    claims = openClaims(world.database.url, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await claims?.end();
    await orm?.close();
    world.server = await world.restartServer();
    await world.stop();
  });
  afterEach(() => query('delete from outbox'));

  interface Invoices {
    companyId: number;
    ids: number[];
  }

  async function makeInvoices(count: number): Promise<Invoices> {
    const store = await world.createStore();
    const made = await Promise.all(Array.from({ length: count }, () => store.createInvoice()));
    return { companyId: store.companyId, ids: made.map(({ id }) => id) };
  }

  /** Has the workflows of some invoices to be told. @returns their ids */
  async function order(
    { ids }: Invoices,
    count: number,
    { isBulk = false, minutesAgo = 0 }: { isBulk?: boolean; minutesAgo?: number } = {},
  ): Promise<string[]> {
    const some = ids.slice(0, count);
    await query(
      `insert into outbox (invoice_id, is_bulk, created_at, claimable_at)
       select id, $2, now() - $3 * interval '1 minute', now() - $3 * interval '1 minute' from unnest($1::bigint[]) as id`,
      [some, isBulk, minutesAgo],
    );
    return some.map((id) => `invoice-${id}`);
  }

  const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    world.database.query<Row & Record<string, unknown>>(text, values);

  /** Runs a dispatcher against a Temporal that answers so, for as long as `work` takes. */
  async function dispatching(
    answers: Answers,
    work: (seen: Seen) => Promise<unknown>,
    { invoices }: { invoices?: InvoicesUnderWay } = {},
  ): Promise<Seen> {
    const told: string[] = [];
    const begun: string[] = [];
    const yielding: string[] = [];
    const stopping = new AbortController();
    const log = pino({ level: 'silent' });
    const real = openTemporalClient(world.config.temporal);
    const client = new Client({
      connection: real.connection,
      namespace: 'default',
      interceptors: {
        workflow: [
          {
            startWithDetails(input) {
              begun.push(input.options.workflowId);
              return Promise.resolve({ runId: 'run', eagerlyStarted: true });
            },
            async signalWithStart(input) {
              const id = input.options.workflowId;
              await answers(id);
              told.push(id);
              if ((input.options.priority?.priorityKey ?? ORDINARY) > ORDINARY) yielding.push(id);
              return 'run';
            },
          },
        ],
      },
    });
    const signals = { inc: () => undefined } as unknown as ReturnType<typeof createApiMetrics>['signals'];
    let wake: () => void = () => undefined;
    const dispatcher: OutboxDispatcher = createOutboxDispatcher({
      ...{ em: orm.em, claims, client, log, metrics: { signals }, tracing: NO_TRACING },
      ...{ stopping: stopping.signal, onFree: () => wake(), ...(invoices && { invoices }) },
    });
    const loop = (async () => {
      while (!stopping.signal.aborted) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        await dispatcher.round();
        await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, 50).unref())]);
      }
    })();
    const seen = { told, begun, yielding, stopping: stopping.signal };
    await work(seen).finally(async () => {
      stopping.abort();
      wake();
      await loop;
      await dispatcher.settled();
      await real.connection.close();
    });
    return seen;
  }
  interface Seen {
    told: string[];
    /** Those whose runs the process began, as it has a worker. */
    begun: string[];
    /** Those whose work leaves the workers to others. */
    yielding: string[];
    stopping: AbortSignal;
  }

  const refusal = (code: number): ServiceError =>
    new ServiceError('Temporal refused', {
      cause: Object.assign(new Error('refused'), { code, details: 'refused', metadata: {} }),
    });

  const isEmpty = (): Promise<unknown> =>
    eventually(
      () => query('select 1 from outbox'),
      (rows) => rows.length === 0,
    );

  test('leaves no listener on the signal of its process, however many calls it makes', async () => {
    await order(stores[0], 20);
    let calls = 0;
    const seen = await dispatching(() => {
      calls += 1;
      return calls % 4 === 0 ? Promise.reject(refusal(UNAVAILABLE)) : Promise.resolve();
    }, isEmpty);
    expect(calls).toBeGreaterThan(20);
    expect(getEventListeners(seen.stopping, 'abort')).toHaveLength(0);
  });

  test('an entry whose news could not be read is told once they can be', async () => {
    const [id] = (await order(stores[0], 1)) as [string];
    await query('alter table payment_attempts rename to payment_attempts_away');
    await dispatching(
      () => Promise.resolve(),
      async ({ told }) => {
        await eventually(
          () => query('select 1 from outbox where claimable_at > now()'),
          (leased) => leased.length === 1,
        ).finally(() => query('alter table payment_attempts_away rename to payment_attempts'));
        await eventually(
          () => told,
          (all) => all.includes(id),
        );
      },
    );
  });

  test('a worker takes up no more invoices than it can try at once', async () => {
    const invoices = createInvoicesUnderWay({ places: 3, patienceMs: 60_000 });
    const ids = await order(stores[0], 20);
    // Each run that a worker begins has a charge to try.
    await query('update payment_attempts set registered_at = null');
    const registerAll = (): Promise<unknown> => query('update payment_attempts set registered_at = now()');
    await dispatching(
      () => Promise.resolve(),
      async ({ begun }) => {
        // Beside the three, eight of those that wait.
        await eventually(
          () => begun.length,
          (count) => count === 11,
        );
        expect(invoices.free).toBe(0);
        expect(await query('select 1 from outbox where claimable_at <= now()')).toHaveLength(9);
        invoices.end(begun[0]!);
        await eventually(
          () => begun.length,
          (count) => count === 12,
        );
        await registerAll();
        await isEmpty();
        expect(new Set(begun)).toEqual(new Set(ids));
      },
      { invoices },
    ).finally(registerAll);
  });

  test('a delivery of its own takes no place of an invoice, and ends none', async () => {
    const invoices = createInvoicesUnderWay({ places: 3, patienceMs: 60_000 });
    const begins = jest.spyOn(invoices, 'begin');
    const ends = jest.spyOn(invoices, 'end');
    const [delivery] = await query<{ id: number }>(
      `insert into outbox (delivery_id) select min(id) from webhook_deliveries returning delivery_id::int as id`,
    );
    await dispatching(
      () => Promise.resolve(),
      async ({ told }) => {
        await isEmpty();
        expect(told).toEqual([`delivery-${delivery!.id}`]);
      },
      { invoices },
    );
    expect([begins.mock.calls, ends.mock.calls]).toEqual([[], []]);
  });

  test('a signal that hangs holds up no other', async () => {
    const [slow, ...others] = await order(stores[0], 30);
    let letGo: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => (letGo = resolve));
    await dispatching(
      (id) => (id === slow ? hangs : Promise.resolve()),
      async ({ told }) => {
        await eventually(
          () => told.length,
          (count) => count >= others.length,
        );
        expect(told).not.toContain(slow);
        letGo();
        await isEmpty();
      },
    );
  });

  test('an entry that Temporal refuses is set aside, and all others are told as before', async () => {
    const [poison, ...others] = await order(stores[0], 12);
    let refused = 0;
    await dispatching(
      (id) => {
        if (id !== poison) return Promise.resolve();
        refused += 1;
        return Promise.reject(refusal(INVALID_ARGUMENT));
      },
      async ({ told }) => {
        await eventually(
          () => told.length,
          (count) => count === others.length,
        );
        await eventually(
          () => query<{ tries: number }>('select tries from outbox'),
          (rows) => rows[0]?.tries === 1,
        );
        // It was refused four times more, and its time to be tried again has come.
        await query('update outbox set tries = 5, claimable_at = now()');
        await eventually(
          () => query<{ refusal: string | null }>('select refusal from outbox'),
          (rows) => rows[0]?.refusal !== null,
        );
      },
    );
    expect(await query('select tries, refusal, claimable_at::text as due from outbox')).toEqual([
      { tries: 6, refusal: 'refused', due: 'infinity' },
    ]);
    expect(refused).toBe(2);
  });

  test('a refusal by Temporal of every signal is no fault of an entry: nothing is set aside', async () => {
    await order(stores[0], 3);
    // Once more, and each of them would have been refused too often.
    await query('update outbox set tries = 10');
    let refused = 0;
    await dispatching(
      () => {
        refused += 1;
        return Promise.reject(refusal(INVALID_ARGUMENT));
      },
      async () => {
        await eventually(
          () => refused,
          (count) => count >= 3,
        );
      },
    );
    expect(await query('select 1 from outbox where refusal is not null')).toEqual([]);
    expect(await query('select 1 from outbox')).toHaveLength(3);
  });

  test('while Temporal is away a single signal is tried now and then; back again, news of now go first', async () => {
    const [busy, other] = stores;
    const waiting = await order(busy, 40, { minutesAgo: 3 });
    let isAway = true;
    let tried = 0;
    await dispatching(
      () => {
        tried += 1;
        return isAway ? Promise.reject(refusal(UNAVAILABLE)) : Promise.resolve();
      },
      async ({ told }) => {
        await eventually(
          () => tried,
          (count) => count >= 12,
        );
        const [fresh] = await order(other, 1);
        isAway = false;
        await isEmpty();
        expect([...told].sort()).toEqual([...waiting, fresh].sort());
        // Those that were tried in vain may be ahead of it, as their signals were under way together. In the order in
        // which the entries came, it would be the last of 41.
        expect(told.indexOf(fresh!)).toBeLessThan(20);
      },
    );
    expect(tried).toBeLessThan(41 + 60);
  });

  test('while Temporal is away nobody asks the record whether workers have begun what they were not told of', async () => {
    await order(stores[0], 5, { minutesAgo: 3 });
    await query('update payment_attempts set registered_at = null');
    let refused = 0;
    const asked = jest.spyOn(pg.Client.prototype, 'query');
    try {
      await dispatching(
        () => {
          refused += 1;
          return Promise.reject(refusal(UNAVAILABLE));
        },
        async () => {
          await eventually(
            () => refused,
            (count) => count >= 6,
          );
        },
      );
      const texts = asked.mock.calls.map(([query]) => (typeof query === 'string' ? query : JSON.stringify(query)));
      // A signal may be under way at the moment of a look.
      expect(texts.filter((text) => text.includes('asked.invoice_id')).length).toBeLessThanOrEqual(refused);
    } finally {
      asked.mockRestore();
      await query('update payment_attempts set registered_at = now()');
    }
  });

  test('stores take turns: one of a few entries does not wait behind one of many', async () => {
    const [many, few] = stores;
    await order(many, 120, { minutesAgo: 2 });
    const two = await order(few, 2, { minutesAgo: 1 });
    await dispatching(
      () => new Promise((resolve) => setTimeout(resolve, 5)),
      async ({ told }) => {
        await isEmpty();
        for (const id of two) expect(told.indexOf(id)).toBeLessThan(50);
      },
    );
  });

  test('news of before leave the workers to news of now', async () => {
    const late = await order(stores[0], 20, { minutesAgo: 3 });
    const [fresh] = await order(stores[1], 1);
    const { told, yielding } = await dispatching(() => Promise.resolve(), isEmpty);
    expect(told).toContain(fresh);
    expect(yielding.sort()).toEqual(late.sort());
  });

  test('news of before are told as fast as workers do their work, and news of now beside them', async () => {
    const late = await order(stores[0], 40, { minutesAgo: 3 });
    const idsOf = (workflows: string[]): string[] => workflows.map((id) => id.replace('invoice-', ''));
    await query('update payment_attempts set registered_at = null where invoice_id = any ($1)', [idsOf(late)]);
    await dispatching(
      () => Promise.resolve(),
      async ({ told }) => {
        await eventually(
          () => told.length,
          (count) => count >= 8,
        );
        const [fresh] = await order(stores[1], 1);
        await eventually(
          () => told,
          (all) => all.includes(fresh!),
        );
        expect(told).toHaveLength(9);
        const registered = idsOf(told.slice(0, 5));
        await query('update payment_attempts set registered_at = now() where invoice_id = any ($1)', [registered]);
        await eventually(
          () => told.length,
          (count) => count >= 14,
          { withinMs: 2_000 },
        );
        expect(told).toHaveLength(14);
        await query('update payment_attempts set registered_at = now() where invoice_id = any ($1)', [idsOf(late)]);
        await isEmpty();
      },
    );
  });

  test('bulk entries wait for all others, and are told a few at a time', async () => {
    const [many, one] = stores;
    const bulk = await order(many, 40, { isBulk: true });
    let underWay = 0;
    let most = 0;
    await dispatching(
      async (id) => {
        if (!bulk.includes(id)) return;
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 20));
        underWay -= 1;
      },
      async ({ told }) => {
        await eventually(
          () => told.length,
          (count) => count > 0,
        );
        const [fresh] = await order(one, 1);
        await eventually(
          () => told,
          (ids) => ids.includes(fresh!),
          { withinMs: 1_000 },
        );
        expect(told.length).toBeLessThan(bulk.length);
        await isEmpty();
      },
    );
    expect(most).toBeLessThanOrEqual(8);
  });

  test('deliveries that were canceled take no time of those that wait for them', async () => {
    const deliveries = await query<{ id: string }>(
      `update webhook_deliveries set state = 'canceled', completed_at = now(), next_attempt_at = null returning id`,
    );
    expect(deliveries.length).toBeGreaterThan(100);
    const times: number[] = [];
    // Other programs of a busy machine hold up a single round.
    for (let round = 0; round < 3; round += 1) {
      await query('insert into outbox (delivery_id, is_bulk) select unnest($1::bigint[]), true', [
        deliveries.map(({ id }) => id),
      ]);
      const begun = performance.now();
      const { told } = await dispatching(() => Promise.resolve(), isEmpty);
      times.push(performance.now() - begun);
      expect(told).toEqual([]);
    }
    // Three at once that are waited for, as if they could be begun, take more than four seconds.
    expect(Math.min(...times)).toBeLessThan(4_000);
  });

  test('a subject that changes while it is told is told once more', async () => {
    const [id] = await order(stores[0], 1, { isBulk: true });
    let calls = 0;
    await dispatching(
      async () => {
        calls += 1;
        if (calls === 1) await query('update outbox set revision = revision + 1');
      },
      async ({ told }) => {
        await eventually(
          () => query<{ revision: number }>('select revision from outbox'),
          (rows) => rows[0]?.revision === 1 && told.length === 1,
        );
        await query('update outbox set claimable_at = now()');
        await isEmpty();
        expect(told).toEqual([id, id]);
      },
    );
  });
});
