import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { recordAct, type CheckoutAct } from '../../src/checkout/record-act.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { passDeadline } from '../../src/invoices/pass-deadline.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { TestStore } from '../support/world.ts';

const START = Date.parse('2026-03-02T15:00:00Z');
const MINUTE = 60_000;

describe('the acts of a payer at the checkout', () => {
  let now = START;
  const clock = { now: () => Promise.resolve(new Date(now)) };
  const world = useApiWorld({ clock });
  let orm: MikroORM;
  let store: TestStore;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    store = await world.current.createStore({ abandonmentSeconds: 3600 });
  });
  afterAll(() => orm?.close());
  beforeEach(() => {
    now = START;
  });
  const act = (hash: string, what: CheckoutAct, afterMs: number) => {
    now = START + afterMs;
    return recordAct({ em: orm.em, clock }, { hash, act: what });
  };
  const rowOf = async (id: number) => {
    const rows = await world.current.database.query<Record<string, Date | number | null>>(
      `select version, abandonment_at, checkout_opened_at, checkout_started_at, last_acted_at from invoices where id = $1`,
      [id],
    );
    const { version, ...times } = rows[0]!;
    const minutes = Object.fromEntries(
      Object.entries(times).map(([key, value]) => [key, value && ((value as Date).getTime() - START) / MINUTE]),
    );
    return { version, ...minutes };
  };
  const cardInvoice = () => store.createInvoice({ payment_method: 'card' });

  test('moves the abandonment of a card invoice: the store’s period counts from the last act', async () => {
    const { id, checkout_hash: hash } = await cardInvoice();
    expect(await rowOf(id)).toMatchObject({ abandonment_at: 60, checkout_opened_at: null });
    await act(hash, 'opened', 10 * MINUTE);
    expect(await rowOf(id)).toMatchObject({ abandonment_at: 70, checkout_opened_at: 10, checkout_started_at: null });
    await act(hash, 'started', 20 * MINUTE);
    await act(hash, 'left', 25 * MINUTE);
    expect(await rowOf(id)).toEqual({
      version: 4,
      abandonment_at: 85,
      checkout_opened_at: 10,
      checkout_started_at: 20,
      last_acted_at: 25,
    });
  });

  test('again and again within a minute is written once', async () => {
    const { id, checkout_hash: hash } = await cardInvoice();
    await act(hash, 'opened', 0);
    const { version } = await rowOf(id);
    for (let second = 1; second < 60; second += 1) await act(hash, 'left', second * 1_000);
    expect((await rowOf(id)).version).toBe(version);
    await act(hash, 'left', MINUTE);
    expect(await rowOf(id)).toMatchObject({ last_acted_at: 1 });
  });

  test('is told to the store when the invoice is abandoned: how far the payer got', async () => {
    const { id, checkout_hash: hash } = await cardInvoice();
    await act(hash, 'opened', 0);
    await act(hash, 'started', 5 * MINUTE);
    now = START + 65 * MINUTE;
    await passDeadline(orm.em, { invoiceId: id, kind: 'abandonment_elapsed', at: new Date(now) });
    const events = await store.sandbox.get<{ data: { event: string; data: Record<string, unknown> }[] }>(
      `/api/v1/events?invoice_id=${id}&limit=1`,
    );
    expect(events.body.data[0]).toMatchObject({
      event: 'invoice.abandoned',
      data: {
        checkout: {
          opened_at: new Date(START).toISOString(),
          started_at: new Date(START + 5 * MINUTE).toISOString(),
          last_acted_at: new Date(START + 5 * MINUTE).toISOString(),
        },
      },
    });
  });

  test('changes nothing of an invoice that is paid for otherwise, canceled, or not there', async () => {
    const { id, checkout_hash: hash } = await cardInvoice();
    await store.sandbox.post(`/api/v1/invoices/${id}/cancel`);
    const before = await rowOf(id);
    expect(await act(hash, 'opened', MINUTE)).toBe(true);
    expect(await rowOf(id)).toEqual(before);
    expect(await act('B'.repeat(24), 'opened', MINUTE)).toBe(false);
  });

  test('on a Pix page is remembered and wakes no workflow: its code has a time of its own', async () => {
    const { id, checkout_hash: hash } = await store.createInvoice();
    await act(hash, 'opened', MINUTE);
    expect(await rowOf(id)).toMatchObject({ version: 1, checkout_opened_at: 1 });
  });
});
