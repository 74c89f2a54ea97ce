import type { EntityManager } from '@mikro-orm/postgresql';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Store } from '../../base/environment.ts';
import { readReport } from './read-report.ts';
import { readStatement } from './read-statement.ts';
import { writeStatement, type FileFormat } from './statement-files.ts';

/**
 * Makes a statement of a store between two days, both included, as a file.
 *
 * @throws ApiError 422 for too many movements
 */
export async function makeStatementFile(
  em: EntityManager,
  {
    store,
    from,
    to,
    format,
    language,
  }: { store: Store; from: string; to: string; format: FileFormat; language: PanelLanguage },
): Promise<{ name: string; content: Buffer }> {
  const statement = await readStatement(em, { store, from, to });
  const report = await readReport(em, { store, from, to, by: 'day' });
  const content = await writeStatement(format, { statement, report, language, store, madeAt: new Date() });
  return { name: `statement-${store.companyId}-${store.environment}-${from}-${to}.${format}`, content };
}
