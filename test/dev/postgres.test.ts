import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../../src/dev/postgres.ts';
import { cleanUp, hold, isRunning, temporaryFolder } from './support.ts';

afterAll(cleanUp);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is stopped says so to whoever is connected.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  test('a second start finds the same data on the same port', async () => {
    const dataDir = temporaryFolder();
    const first = await startPostgres({ dataDir, durable: false });
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await startPostgres({ dataDir, durable: false });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test('after a kill -9 of the server, what was committed is there', async () => {
    const dataDir = temporaryFolder();
    const first = await startPostgres({ dataDir });
    await query(first.url, 'create table kept as select 42 as answer');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toBe('signal SIGKILL');

    const second = await startPostgres({ dataDir });
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test('a server that a killed run left is stopped, and its data served on', async () => {
    const dataDir = temporaryFolder();
    const holder = await hold<{ url: string; pid: number }>('postgres', dataDir);
    await query(holder.held.url, 'create table kept as select 42 as answer');
    await holder.kill();
    expect(isRunning(holder.held.pid)).toBe(true);

    const next = await startPostgres({ dataDir, durable: false });
    expect(isRunning(holder.held.pid)).toBe(false);
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await next.stop();
  });

  test('a pid file that names some other program does not stop a start, nor that program', async () => {
    const dataDir = temporaryFolder();
    const first = await startPostgres({ dataDir, durable: false });
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    writeFileSync(pidFile, [process.ppid, ...lines.slice(1)].join('\n'));

    const second = await startPostgres({ dataDir, durable: false });
    expect(isRunning(process.ppid)).toBe(true);
    await second.stop();
  });

  test('a half-made database of a killed start is made anew', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'postgres.new', 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new', 'cluster', 'PG_VERSION'), '18\n');
    const server = await startPostgres({ dataDir, durable: false });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });

  test('it listens on the loopback address only, and wants its password', async () => {
    const dataDir = temporaryFolder();
    const server = await startPostgres({ dataDir, durable: false });
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    await server.stop();
  });

  test('it runs below a folder that only its owner can enter', async () => {
    const closed = join(temporaryFolder(), 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    const server = await startPostgres({ dataDir: join(closed, 'data'), durable: false });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(statSync(closed).mode & 0o777).toBe(0o700);
  });

  test('data of another major version is refused with the remedy', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(startPostgres({ dataDir })).rejects.toThrow(/written by PostgreSQL 15.*\n.*another DATA_DIR/);
  });

  test('damaged data is reported with what PostgreSQL says, and left alone', async () => {
    const dataDir = temporaryFolder();
    const server = await startPostgres({ dataDir, durable: false });
    await server.stop();
    const control = join(dataDir, 'postgres', 'cluster', 'global', 'pg_control');
    writeFileSync(control, Buffer.alloc(8192));
    await expect(startPostgres({ dataDir })).rejects.toThrow(/^PostgreSQL did not start: .+\nIts log is /);
    expect(readFileSync(control)).toEqual(Buffer.alloc(8192));
  });
});
