import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTemporalDevServer, type TemporalServer } from '../../src/dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { runAdmin } from '../support/run-admin.ts';
import { createWorld, type TestStore, type World } from '../support/world.ts';

/** Temporal refuses a run's signals for ever from here on; by default after 10,000. */
const MOST_SIGNALS = 6;
/** An invoice of another store is told, and its charge registered, within this time. */
const TOLD_WITHIN_MS = 2_000;

const dataDir = mkdtempSync(join(tmpdir(), 'fatura-refused-'));
let temporal: TemporalServer;
let world: World;
beforeAll(async () => {
  const settings = { 'history.maximumSignalsPerExecution': MOST_SIGNALS };
  temporal = await startTemporalDevServer({ dataDir, namespace: 'default', headless: true, inMemory: true, settings });
  world = await createWorld({ temporalAddress: temporal.address });
}, 300_000);
afterAll(async () => {
  await world?.stop();
  await temporal?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Entry extends Record<string, unknown> {
  tries: number;
  is_aside: boolean;
}

function readEntries(invoiceId: number): Promise<Entry[]> {
  return world.database.query<Entry>(
    `select tries, claimable_at = 'infinity' as is_aside from outbox where invoice_id = $1`,
    [invoiceId],
  );
}

/** @returns how long the invoice waited for its charge, in milliseconds */
async function sell(store: TestStore): Promise<number> {
  const begun = performance.now();
  const { id } = await store.createInvoice();
  await eventually(
    () => store.sandbox.get<{ status: string }>(`/api/v1/invoices/${id}`),
    ({ body }) => body.status === 'pending',
  );
  return performance.now() - begun;
}

test('an entry that Temporal refuses for ever delays no other store, and an operator finds it', async () => {
  const [busy, quiet] = [await world.createStore(), await world.createStore()];
  const { id } = await busy.createInvoice();
  for (let isRefused = false; !isRefused;) {
    await busy.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { description: `Change at ${performance.now()}` });
    const entries = await eventually(
      () => readEntries(id),
      ([entry]) => entry === undefined || entry.tries > 0,
    );
    isRefused = entries.length > 0;
  }
  const waits: number[] = [];
  for (let isAside = false; !isAside;) {
    waits.push(await sell(quiet));
    // The wait of minutes between two tries is over.
    const [before] = await world.database.query<Entry>(
      'update outbox set claimable_at = now() where invoice_id = $1 returning tries',
      [id],
    );
    const [entry] = await eventually(
      () => readEntries(id),
      ([one]) => one!.tries > before!.tries,
    );
    isAside = entry!.is_aside;
  }
  waits.push(await sell(quiet));
  expect(Math.max(...waits)).toBeLessThan(TOLD_WITHIN_MS);
  const { output } = await runAdmin(world, 'list-set-aside');
  expect(output).toEqual([
    expect.objectContaining({
      subject: `invoice ${id}`,
      company_id: busy.companyId,
      refusal: expect.stringContaining('signal') as unknown,
    }),
  ]);
}, 120_000);
