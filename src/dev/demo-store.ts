import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Company } from '../companies/company.entity.ts';
import { createCompany } from '../companies/create-company.ts';
import { createDemoPerson } from './demo-person.ts';
import { openDatabase } from '../db/orm.ts';

/** What a newcomer needs to call the API, as it is in `DATA_DIR/demo-store.json`. */
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
 * On an empty database: creates a store to play with. Its tokens are written to a file that only its owner can read,
 * as the database keeps their hashes alone; later starts read them there and bring the addresses up to date.
 *
 * @returns null when the database has companies of its own and there is no such file
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
      if (!known) return null;
      // A store from before there was a panel; or the file of its person's password was lost between two writes.
      if (known.panel_password) return await writeDemoStore(path, { ...known, ...addresses });
      // A store from before there was a panel.
      return await em.transactional(async (tx) => {
        const person = await createDemoPerson(tx, known.company_id);
        return writeDemoStore(path, { ...known, ...addresses, ...person });
      });
    }
    // The file is written before the commit: a crash in between leaves tokens of nobody, which the next start replaces.
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

async function writeDemoStore(path: string, store: DemoStore): Promise<DemoStore> {
  await writeFile(`${path}.new`, `${JSON.stringify(store, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return store;
}

async function readDemoStore(path: string): Promise<DemoStore | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoStore);
}
