import { join } from 'node:path';
import { exitProcess } from '../src/base/exit-process.ts';
import { readEnvironment } from '../src/dev/environment.ts';
import { findOnPath } from '../src/dev/find-on-path.ts';
import { clusterPaths, DATABASE, readPassword, SUPERUSER } from '../src/dev/postgres-cluster.ts';
import { readPostmasterFile } from '../src/dev/postgres-leftover.ts';
import { describeFailure, UserError } from '../src/dev/user-error.ts';
import { runOnTerminal } from './run-on-terminal.ts';

/**
 * `npm run db`: opens a SQL prompt on the database of a running `npm start`, or on that of DATABASE_URL. Arguments are
 * those of psql: `npm run db -- -c 'select count(*) from invoices'`. Without psql it prints the address to use.
 */
try {
  const { databaseUrl, dataDir } = readEnvironment();
  const url = databaseUrl ?? addressOf(dataDir);
  const psql = findOnPath('psql');
  if (psql === undefined) {
    console.log(`psql is not on the PATH. Install PostgreSQL's client, or open this address in another one:\n${url}`);
  } else {
    // The environment, unlike an argument, is not shown in the list of processes.
    exitProcess(await runOnTerminal(psql, process.argv.slice(2), environmentOf(new URL(url))));
  }
} catch (error) {
  console.error(describeFailure(error));
  exitProcess(1);
}

/** @throws UserError where no database runs on this folder */
function addressOf(dataDir: string): string {
  const paths = clusterPaths(dataDir);
  const server = readPostmasterFile(paths.cluster);
  if (!server?.isReady) {
    throw new UserError(`No database runs on ${join(dataDir, 'postgres')}: run npm start or npm run dev beside this.`);
  }
  return `postgresql://${SUPERUSER}:${readPassword(paths)}@127.0.0.1:${server.port}/${DATABASE}`;
}

/** The variables by which psql, like every program of libpq, finds its server. */
function environmentOf({ hostname, port, username, password, pathname }: URL): NodeJS.ProcessEnv {
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
}
