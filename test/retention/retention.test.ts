import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import type { ForgetOldInput, ForgetOldResult } from '../../activities/forget-old.ts';
import { RETENTION_KINDS, type RetentionKind } from '../../src/retention/retention-kinds.ts';
import { TASK_QUEUES } from '../../src/base/temporal/task-queues.ts';
import type { retention, RetentionResult } from '../../workflows/retention.ts';
import { eventually } from '../support/eventually.ts';
import { keepHistory } from '../support/histories.ts';
import { createSkippedTimeWorld, type SkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

describe('data that are kept for a time only', () => {
  let world: SkippedTimeWorld;
  let store: TestStore;
  beforeAll(async () => {
    world = await createSkippedTimeWorld();
    store = await world.createStore();
  });
  afterAll(() => world?.stop());

  let runs = 0;
  async function run(): Promise<RetentionResult> {
    const options = { workflowId: `retention-${++runs}`, taskQueue: TASK_QUEUES.invoices, args: [{}] as [object] };
    return world.env.client.workflow.execute<typeof retention>('retention', options);
  }
  const completed = async () =>
    new Map(
      (await world.database.query<{ kind: RetentionKind; completed_at: Date }>('select * from retention')).map(
        ({ kind, completed_at: at }) => [kind, at.getTime()],
      ),
    );

  test('is forgotten once it is old, by kind; what is young, and the books, are not', async () => {
    const { sandbox, customerId, productId } = store;
    const sale = {
      customer_id: customerId,
      products: [{ product_id: productId, quantity: 1 }],
      payment_method: 'card',
    };
    for (const key of ['old', 'young']) {
      await sandbox.request('POST', '/api/v1/invoices', sale, { 'Idempotency-Key': key });
    }
    await plant();
    const books = () =>
      world.database.query(
        `select (select count(*) from invoices) as invoices, (select count(*) from events) as events,
           (select count(*) from audit_entries) as audit, (select count(*) from customers) as customers`,
      );
    const before = await books();
    const since = Date.now();
    const result = await run();
    expect(result).toEqual({
      forgotten: {
        ...{ kept_answers: 1, previous_secrets: 1, sessions: 1, access_links: 1, panel_submissions: 1 },
        ...{ delivery_log: 1, gateway_callbacks: 1, sandbox_callbacks: 1, reconciliations: 1 },
      },
      failed: [],
    });
    const left = await world.database.query(
      `select (select string_agg(key, ',') from idempotency_keys) as answers,
         (select count(*)::int from person_sessions) as sessions, (select count(*)::int from access_links) as links,
         (select string_agg(key, ',') from panel_submissions) as forms,
         (select count(*)::int from webhook_attempts) as attempts,
         (select string_agg(gateway_event_id, ',' order by id) from gateway_callbacks) as callbacks,
         (select count(*)::int from sandbox_callbacks) as sandbox_callbacks,
         (select count(*)::int from gateway_reconciliations) as reconciliations,
         (select count(*)::int from webhook_endpoints where previous_secret is not null) as secrets`,
    );
    expect(left).toEqual([
      {
        ...{ answers: 'young', sessions: 1, links: 1, forms: 'young', attempts: 1 },
        ...{ callbacks: 'unapplied,young', sandbox_callbacks: 1, reconciliations: 1, secrets: 0 },
      },
    ]);
    expect(await books()).toEqual(before);
    for (const at of (await completed()).values()) expect(at).toBeGreaterThanOrEqual(since);
    expect((await run()).forgotten).toEqual({});
    const handle = world.env.client.workflow.getHandle('retention-1');
    await keepHistory(() => handle.fetchHistory(), 'retention');
  });

  test('that cannot be looked through holds the other kinds up for no longer than its tries, and is told of', async () => {
    const since = Date.now();
    await world.database.query('alter table panel_submissions rename to panel_submissions_away');
    const result = await run();
    await world.database.query('alter table panel_submissions_away rename to panel_submissions');
    expect(result.failed).toEqual(['panel_submissions']);
    const late = [...(await completed())].filter(([, at]) => at < since).map(([kind]) => kind);
    expect(late).toEqual(['panel_submissions']);
    expect((await run()).failed).toEqual([]);
  });

  test('in such numbers that one run’s history would be long is gone on with by another', async () => {
    await world.stopWorker();
    const asked: string[] = [];
    const forgetOld = ({ kind }: ForgetOldInput): Promise<ForgetOldResult> => {
      asked.push(kind);
      const hasMore = kind === 'delivery_log' && asked.filter((one) => one === kind).length < 150;
      return Promise.resolve({ forgotten: kind === 'delivery_log' ? 1_000 : 0, hasMore });
    };
    const { nativeConnection: connection } = world.env;
    const workers = await Promise.all([
      Worker.create({
        connection,
        taskQueue: TASK_QUEUES.invoices,
        workflowBundle: { codePath: process.env.TEST_WORKFLOW_BUNDLE! },
      }),
      Worker.create({ connection, taskQueue: TASK_QUEUES.payments, activities: { forgetOld } }),
    ]);
    const result = await workers[0].runUntil(workers[1].runUntil(run()));
    expect(result).toEqual({ forgotten: { delivery_log: 150_000 }, failed: [] });
    expect(new Set(asked)).toEqual(new Set(RETENTION_KINDS));
    expect(asked).toHaveLength(150 + RETENTION_KINDS.length - 1);
    const first = await world.env.client.workflow.getHandle(`retention-${runs}`, await firstRunId()).describe();
    expect(first.status.name).toBe('CONTINUED_AS_NEW');
  });

  async function firstRunId(): Promise<string> {
    const { raw } = await world.env.client.workflow.getHandle(`retention-${runs}`).describe();
    return raw.workflowExecutionInfo!.firstRunId!;
  }

  /** Makes an old and a young row of each kind, by hand where it takes weeks to come about. */
  async function plant(): Promise<void> {
    const { database } = world;
    await database.query(`update idempotency_keys set expires_at = now() - interval '1 minute' where key = 'old'`);
    await database.query(
      `update webhook_endpoints set previous_secret = 'sealed', previous_secret_expires_at = now() - interval '1 minute'
       where id = (select min(id) from webhook_endpoints)`,
    );
    await database.query(
      `insert into people (email, name, is_operator, created_at) values ('p@store.example', 'P', false, now())`,
    );
    for (const [name, age] of [
      ['old', '100 days'],
      ['young', '1 minute'],
    ]) {
      await database.query(
        `insert into person_sessions (person_id, token_hash, created_at, last_seen_at, expires_at, address, user_agent)
         select id, $1, now(), now() - $2::interval, now() + interval '1 day' - $2::interval, '', '' from people`,
        [name, age],
      );
      await database.query(
        `insert into access_links (kind, token_hash, email, person_id, created_at, expires_at, used_at)
         select 'password_reset', $1, email, id, now(), now() + interval '1 day' - $2::interval, null from people`,
        [name, age],
      );
      await database.query(
        `insert into panel_submissions (key, person_id, created_at) select $1, id, now() - $2::interval from people`,
        [name, age],
      );
    }
    await eventually(
      () => database.query(`select 1 from webhook_deliveries where state = 'delivered'`),
      ({ length }) => length === 2,
    );
    await database.query(
      `update webhook_deliveries set completed_at = now() - interval '31 days'
       where id = (select min(id) from webhook_deliveries)`,
    );
    await database.query(
      `insert into gateway_callbacks (gateway, gateway_event_id, event, received_at, next_try_at, applied_at) values
         ('sandbox', 'old', '{}', now() - interval '91 days', now() + interval '1 day', now() - interval '91 days'),
         ('sandbox', 'unapplied', '{}', now() - interval '91 days', now() + interval '1 day', null),
         ('sandbox', 'young', '{}', now(), now() + interval '1 day', now())`,
    );
    await database.query(
      `insert into sandbox_callbacks (event, next_try_at, sent_at) values
         ('{}', now() + interval '1 day', now() - interval '91 days'), ('{}', now() + interval '1 day', now())`,
    );
    for (const age of ['366 days', '1 day']) {
      await database.query(
        `insert into gateway_reconciliations
           (company_id, environment, gateway, since, until, charges_seen, repaired, findings, created_at)
         values ($1, 'production', 'stripe', now(), now(), 0, 0, '[]', now() - $2::interval)`,
        [store.companyId, age],
      );
    }
  }
});
