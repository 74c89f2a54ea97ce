import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { openDatabase } from '../../src/app/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { MODEL_TIMEOUT_MS, modelRuns } from './model-runs.ts';
import type { SubscriptionTerms } from './subscription-model.ts';
import {
  createSubscriptionBench,
  subscriptionActs,
  SubscriptionPlay,
  subscriptionTerms,
  type SubscriptionAct,
} from './subscription-play.ts';

describe('a subscription, whatever happens to it', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let bench: Awaited<ReturnType<typeof createSubscriptionBench>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 4 });
    bench = await createSubscriptionBench({ orm, database });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  const commands = subscriptionActs().map((arbitrary) => arbitrary.map(toCommand));
  test(
    'is what the model says after every act: its cycles, attempts, steps and events',
    async () => {
      const play = async (terms: SubscriptionTerms, list: Iterable<ReturnType<typeof toCommand>>): Promise<void> => {
        const played = await SubscriptionPlay.begin(bench, terms);
        await fc.asyncModelRun(() => ({ model: played, real: null }), list);
      };
      const list = fc.commands(commands, { maxCommands: 80, size: 'max' });
      await fc.assert(fc.asyncProperty(subscriptionTerms(), list, play), modelRuns(20));
    },
    MODEL_TIMEOUT_MS,
  );
});

function toCommand(act: SubscriptionAct): fc.AsyncCommand<SubscriptionPlay, null> {
  return { check: (play) => play.can(act), run: (play) => play.do(act), toString: () => JSON.stringify(act) };
}
