import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../src/app/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { acts, terms, type Act } from './invoice-acts.ts';
import type { ModelTerms } from './invoice-model.ts';
import { createBench, InvoicePlay } from './invoice-play.ts';
import { MODEL_TIMEOUT_MS, modelRuns } from './model-runs.ts';

describe('an invoice, whatever happens to it', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let bench: Awaited<ReturnType<typeof createBench>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 4 });
    bench = await createBench({ orm, database });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  const commands = acts().map((arbitrary) => arbitrary.map(toCommand));
  test(
    'is what the model says after every act, and comes to rest with the books in agreement',
    async () => {
      const live = async (agreed: ModelTerms, list: Iterable<ReturnType<typeof toCommand>>): Promise<void> => {
        const played = await InvoicePlay.begin(bench, agreed);
        await fc.asyncModelRun(() => ({ model: played, real: null }), list);
        await played.rest();
      };
      const property = fc.asyncProperty(terms(), fc.commands(commands, { maxCommands: 80, size: 'max' }), live);
      await fc.assert(property, modelRuns(30));
    },
    MODEL_TIMEOUT_MS,
  );

  /** Small lists that told a broken product from a whole one: each is what fast-check left of a long one. */
  const register: Act = {
    ...{ who: 'workflow', does: 'register', which: 'due', pick: 0, mood: 'answers', outcome: 'taken', isRetry: false },
  };
  const pay: Act = { who: 'payer', does: 'pay', pick: 0, amount: 'asked' };
  const hear: Act = { who: 'gateway', does: 'call_back', pick: 0, how: 'once' };
  const toDeadline: Act = { who: 'clock', minutesAfterDeadline: 0 };
  const pass: Act = { who: 'workflow', does: 'pass_deadline', which: 'due', pick: 0 };
  const refund: Act = { who: 'store', does: 'refund', pick: 0, part: 'all' };
  test.each<[string, Act[]]>([
    ['a second payment is money as well', [register, pay, pay, hear]],
    ['money that is told of before the charge is on record', [{ ...register, mood: 'loses' }, pay, hear, register]],
    [
      'a deadline that passes to the very millisecond',
      [
        { who: 'clock', minutesAfterDeadline: 0 },
        { who: 'workflow', does: 'pass_deadline', which: 'due', pick: 0 },
      ],
    ],
    [
      'an answer that was lost before the store canceled',
      [
        { ...register, mood: 'loses' },
        { who: 'store', does: 'cancel' },
      ],
    ],
    [
      'a boleto that nobody pays is overdue, and then runs out, on its days',
      [{ who: 'store', does: 'update', method: 'boleto' }, register, toDeadline, pass, toDeadline, pass],
    ],
    ['what is on its way back is not given back again', [register, pay, hear, refund, refund]],
    ['two events of one change are numbered one by one', [register, { ...pay, amount: 'more' }, hear]],
  ])('%s', async (_, list) => {
    const plain = { dueInDays: null, discount: null, fine: null, interest: null };
    const played = await InvoicePlay.begin(bench, { method: 'pix', quantity: 1, ...plain });
    for (const act of list) if (played.can(act)) await played.do(act);
    await expect(played.rest()).resolves.toBeUndefined();
  });
});

/** As fast-check runs them; it prints the act, which can be copied into a list of the tests above. */
function toCommand(act: Act): fc.AsyncCommand<InvoicePlay, null> {
  return { check: (play) => play.can(act), run: (play) => play.do(act), toString: () => JSON.stringify(act) };
}
