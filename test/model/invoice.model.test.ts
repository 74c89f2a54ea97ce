import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../src/db/orm.ts';
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
      const play = async (agreed: ModelTerms, list: Iterable<ReturnType<typeof toCommand>>): Promise<void> => {
        const played = await InvoicePlay.begin(bench, agreed);
        await fc.asyncModelRun(() => ({ model: played, real: null }), list);
        await played.rest();
      };
      const property = fc.asyncProperty(terms(), fc.commands(commands, { maxCommands: 40, size: 'max' }), play);
      await fc.assert(property, modelRuns(40));
    },
    MODEL_TIMEOUT_MS,
  );
});

/** As fast-check runs them; it prints the act, which can be copied into a list of the tests above. */
function toCommand(act: Act): fc.AsyncCommand<InvoicePlay, null> {
  return { check: (play) => play.can(act), run: (play) => play.do(act), toString: () => JSON.stringify(act) };
}
