import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseYaml } from '@redocly/openapi-core';
import pg from 'pg';
import { migrate } from '../../src/app/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Service {
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  mem_limit?: string;
  cpu_shares?: number;
  environment?: Record<string, string>;
}

const text = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
const { services, configs } = parseYaml(text) as {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
};

describe('the compose file', () => {
  test('lets no container gain rights, bounds the memory of each, and ours write nowhere', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.cap_drop, service.security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    }
    for (const name of ['api', 'worker', 'migrate', 'postgres'])
      expect([name, services[name]!.read_only]).toEqual([name, true]);
  });

  test('lets requests go before the work of workers and of Temporal', () => {
    const lowered = Object.entries(services).filter(([, { cpu_shares: shares = 1_024 }]) => shares < 1_024);
    expect(lowered.map(([name]) => name)).toEqual(['temporal', 'worker']);
  });

  test('has no password that was not chosen', () => {
    const passwords = [...text.matchAll(/\$\{([A-Z_]*(?:PASSWORD|KEYS?|PWD)[A-Z_]*)(:?[-?]?\}?)/g)];
    expect(passwords.length).toBeGreaterThan(5);
    // Without this one nobody hands over reports; a key that is set has 32 characters at least.
    const unset = ([, name, how]: RegExpExecArray): boolean => name === 'MAIL_REPORTS_KEY' && how === ':-}';
    expect(passwords.filter((one) => one[2] !== ':?' && !unset(one)).map(([, name]) => name)).toEqual([]);
  });
});

/** The first start of PostgreSQL, as the compose file has it, on the cluster of the tests. */
describe('the roles that the compose file makes', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  const suffix = `_${process.pid}`;
  const named = (sql: string): string =>
    sql
      .replace(/:'(?:fatura|temporal)'/g, "'secret'")
      // Other tests share the cluster, and have the role of requests already.
      .replace(/create role fatura_store nologin;/, '')
      .replace(/\b(fatura|temporal|temporal_visibility)\b(?!_)/g, `$1${suffix}`);

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const script = /<<'SQL'\n([\s\S]*?)\n\s*SQL/.exec(configs.roles!.content)![1]!;
    for (const statement of named(script)
      .split(';')
      .map((one) => one.trim())) {
      if (statement) await admin.query(statement);
    }
  });
  afterAll(async () => {
    for (const name of ['fatura', 'temporal', 'temporal_visibility']) {
      await admin.query(`drop database if exists "${name}${suffix}" with (force)`);
    }
    for (const name of ['fatura', 'temporal']) await admin.query(`drop role if exists "${name}${suffix}"`);
    await admin.end();
    await database.drop();
  });

  test('are no superusers and make no roles, and Fatura’s is enough to migrate and to serve a store', async () => {
    const { rows } = await admin.query<{ rights: boolean[] }>(
      `select array[rolsuper, rolcreaterole, rolcreatedb, rolbypassrls] as rights from pg_roles where rolname like $1`,
      [`%${suffix}`],
    );
    expect(rows.map(({ rights }) => rights)).toEqual([1, 2].map(() => [false, false, false, false]));
    const url = new URL(database.url);
    Object.assign(url, { username: `fatura${suffix}`, password: 'secret', pathname: `/fatura${suffix}` });
    await migrate(url.href);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query('begin');
    await client.query(
      `select set_config('fatura.company_id', '1', true), set_config('fatura.environment', 'sandbox', true)`,
    );
    await client.query('set local role fatura_store');
    expect((await client.query('select 1 from invoices')).rows).toEqual([]);
    await client.query('rollback');
    await client.end();
  });
});
