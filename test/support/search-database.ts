import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { answerContext } from '../../src/base/http/idempotency/answer-context.ts';
import { mailContext } from '../../src/base/mail/queue-mail.ts';
import type { Environment } from '../../src/base/environment.ts';
import type { TestDatabase } from './database.ts';
import { TEST_KEYS } from './world.ts';

/** A text that somebody finds in the database, and where: `customers.name`. */
export interface Found {
  text: string;
  column: string;
}

/** The text that is sealed in a row, by what it is sealed for; of a store's own secrets nobody asks. */
const CONTEXTS: Record<string, ((row: Record<string, string>) => string) | 'secret of the store'> = {
  'idempotency_keys.body': (row) =>
    answerContext({
      store: { companyId: Number(row.company_id), environment: row.environment as Environment },
      route: row.route!,
      key: row.key!,
    }),
  'mails.content': (row) => mailContext(row.recipient!),
  'payment_attempts.card_token': (row) => `card-token:${row.invoice_id}`,
  'webhook_endpoints.secret': 'secret of the store',
  'webhook_endpoints.previous_secret': 'secret of the store',
  'gateway_accounts.secrets': 'secret of the store',
};

const SEALED = /^test:[A-Za-z0-9+/]{30,}={0,2}$/;

/**
 * Finds where texts stand in the database: in every column of every table that the schema has, so that a table made
 * tomorrow is looked through too. Sealed columns are opened; a sealed column that nobody has told how to open fails the
 * search.
 */
export async function searchDatabase(database: TestDatabase, texts: string[]): Promise<Found[]> {
  const columns = await database.query<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const secrets = createSecretBox(TEST_KEYS);
  const found: Found[] = [];
  for (const [table, ofTable] of Map.groupBy(columns, ({ table_name: name }) => name)) {
    const list = ofTable.map(({ column_name: name, data_type: type }) =>
      type === 'bytea' ? `encode("${name}", 'escape') as "${name}"` : `"${name}"::text as "${name}"`,
    );
    const rows = await database.query<Record<string, string>>(`select ${list.join(', ')} from "${table}"`);
    for (const row of rows) {
      for (const [name, value] of Object.entries(row)) {
        const column = `${table}.${name}`;
        const said = value !== null && SEALED.test(value) ? open(column, row, value) : value;
        for (const text of texts) {
          if (said?.toLowerCase().includes(text.toLowerCase())) found.push({ text, column });
        }
      }
    }
  }
  return found;

  function open(column: string, row: Record<string, string>, sealed: string): string {
    const context = CONTEXTS[column];
    if (context === undefined) throw new Error(`Nobody has told how ${column} is opened.`);
    return context === 'secret of the store' ? '' : secrets.open(sealed, context(row));
  }
}
