import { parseArgs } from 'node:util';
import { createCompany } from './companies/create-company.ts';
import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/orm.ts';

const USAGE = `Usage:
  admin migrate                                   bring the database to the newest schema
  admin create-company --name NAME --city CITY    create a store, and print its tokens once`;

/** What an operator does by hand: one command, then the end. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, city: { type: 'string' } },
  });
  const { databaseUrl } = readConfig();
  const [command] = positionals;
  if (command === 'migrate') return migrate(databaseUrl);
  if (command !== 'create-company' || !values.name || !values.city) throw new Error(USAGE);

  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const input = { name: values.name, city: values.city, now: new Date() };
    const { company, productionToken, sandboxToken } = await createCompany(orm.em.fork(), input);
    const shown = { company_id: company.id, production_token: productionToken, sandbox_token: sandboxToken };
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  } finally {
    await orm.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
