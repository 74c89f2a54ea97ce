import { join } from 'node:path';

import type { BringUp } from './bring-up-context.ts';
import { checkDatabase } from './check-database.ts';
import { keepRunning } from './keep-running.ts';
import { serviceLog } from './node-service.ts';
import { startPostgres } from './postgres.ts';

/** Starts PostgreSQL, or checks the one that DATABASE_URL names, and brings its schema up to date. */
export async function bringUpDatabase(input: BringUp): Promise<string> {
  const { settings, dataDir, reporter } = input;
  const say = reporter.of('PostgreSQL');
  const databaseUrl = settings.databaseUrl ?? (await bringUpPostgres(input, say));
  if (settings.databaseUrl) await checkDatabase(databaseUrl);
  input.signal.throwIfAborted();
  const { migrate } = await import('../app/migrate.ts');
  await migrate(databaseUrl);
  say(settings.databaseUrl ? 'ready at DATABASE_URL' : `ready, its data in ${join(dataDir, 'postgres')}`);
  return databaseUrl;
}

async function bringUpPostgres(input: BringUp, say: (line: string) => void): Promise<string> {
  const { dataDir, running } = input;
  const first = await startPostgres({ dataDir, onProgress: say });
  running.postgres = keepRunning({
    name: 'PostgreSQL',
    log: serviceLog(dataDir, 'postgres'),
    first,
    restart: (previous) => startPostgres({ dataDir, port: previous.port }),
    say: input.reporter.say,
  });
  return first.url;
}
