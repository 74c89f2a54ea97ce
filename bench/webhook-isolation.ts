/**
 * How long an event takes from its commit to a healthy receiver, with and without dead receivers of other stores.
 *
 *   npm run bench -- webhook-isolation [--stores 20] [--events 400] [--dead 0.1]
 *
 * API, worker, PostgreSQL and a Temporal dev server of this machine, receivers on loopback. Each store has one webhook and
 * gets the same number of events, at an even rate. A dead receiver takes the connection and never answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createCompany } from '../src/companies/create-company.ts';
import type { Config } from '../src/config.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/orm.ts';
import { findFreePort } from '../src/dev/ports.ts';
import { startPostgres } from '../src/dev/postgres.ts';
import { startTemporalDevServer } from '../src/dev/temporal-server.ts';
import { startServer } from '../src/server.ts';
import { startWorker } from '../src/worker.ts';

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '20' },
    events: { type: 'string', default: '400' },
    dead: { type: 'string', default: '0.1' },
    rate: { type: 'string', default: '20' },
  },
});
const [stores, events, deadShare, rate] = [values.stores, values.events, values.dead, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
];

interface Store {
  token: string;
  customerId: number;
  productId: number;
  isDead: boolean;
  server: Server;
}
