import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiToken } from '../accounts/companies/api-token.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { createCompany } from '../accounts/companies/create-company.ts';
import { openDatabase } from '../app/open-database.ts';
import { hashKey } from '../base/crypto/keys.ts';
import { createDemoPerson, ensureDemoPerson } from './demo-person.ts';

/** The data with which a newcomer calls the API, as they are in `DATA_DIR/demo-store.json`. */
export interface DemoStore {
  base_url: string;
  company_id: number;
  sandbox_token: string;
  production_token: string;
  temporal_ui_url: string | null;
  panel_url: string;
  panel_email: string;
  panel_password: string;
}

/**
 * On an empty database: creates a store to play with. A file that only its owner can read gets the tokens, as the
 * database keeps their hashes alone; later starts read them there, bring the addresses up to date, and see to it that
 * the person in the file can sign in.
 *
 * @returns null when the database has companies of its own and there is no such file, or it tells of another database
 */
export async function ensureDemoStore(options: {
  databaseUrl: string;
  dataDir: string;
  baseUrl: string;
  temporalUiUrl: string | null;
}): Promise<DemoStore | null> {
  const path = join(options.dataDir, 'demo-store.json');
  const { baseUrl, temporalUiUrl } = options;
  const addresses = { base_url: baseUrl, temporal_ui_url: temporalUiUrl, panel_url: `${baseUrl}/panel` };
  const known = await readDemoStore(path);
  const orm = await openDatabase({ databaseUrl: options.databaseUrl, poolSize: 1 });
  try {
    const em = orm.em.fork();
    if ((await em.count(Company)) > 0) {
      // Nobody who runs the platform is made in a database that only happens to be used with this folder.
      if (!known || !(await isOf(em, known))) return null;
      return await em.transactional(async (tx) => {
        const person = await ensureDemoPerson(tx, { companyId: known.company_id, told: known });
        return writeDemoStore(path, { ...known, ...addresses, ...person });
      });
    }
    // The file is written before the commit: a crash in between leaves tokens and a password of nobody, which the next
    // start replaces.
    return await em.transactional(async (tx) => {
      const input = { name: 'Padaria Estrela', city: 'São Paulo', now: new Date() };
      const { company, productionToken, sandboxToken } = await createCompany(tx, input);
      const tokens = { company_id: company.id, sandbox_token: sandboxToken, production_token: productionToken };
      const person = await createDemoPerson(tx, company.id);
      return writeDemoStore(path, { ...addresses, ...tokens, ...person });
    });
  } finally {
    await orm.close();
  }
}

/** Whether this database made the tokens of the file; revoked ones stay in it. */
async function isOf(em: EntityManager, { company_id: companyId, sandbox_token: token }: DemoStore): Promise<boolean> {
  return (await em.count(ApiToken, { companyId, tokenHash: hashKey(token) })) > 0;
}

async function writeDemoStore(path: string, store: DemoStore): Promise<DemoStore> {
  await writeFile(`${path}.new`, `${JSON.stringify(store, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return store;
}

async function readDemoStore(path: string): Promise<DemoStore | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoStore);
}
