import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first line of a message in PostgreSQL's log, by `log_line_prefix`: moment, process, database, severity. */
const MESSAGE = /^\d{4}-\d{2}-\d{2} .*?\[\d+\] (?<database>\S*) ?(?<severity>[A-Z]+): /;
/** Severities of the lines that say more about the message before. */
const MORE = ['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT'];

/**
 * The deadlocks in the log of the PostgreSQL in `dataDir`, each with the statements that waited for each other.
 * Deadlocks between Temporal's own transactions are left out, and so are those of an explicit `lock table`: a
 * migration, or a fault, gives way and asks again.
 */
export function readDeadlocks(dataDir: string): string[] {
  const folder = join(dataDir, 'logs');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres.log')) : [];
  return files.flatMap((name) => deadlocksOf(readFileSync(join(folder, name), 'utf8')));
}

function deadlocksOf(log: string): string[] {
  const found: string[][] = [];
  let current: string[] | null = null;
  for (const line of log.split('\n')) {
    const { database = '', severity = '' } = MESSAGE.exec(line)?.groups ?? {};
    const isNew = severity !== '' && !MORE.includes(severity);
    if (isNew) current = line.includes('deadlock detected') && !database.startsWith('temporal') ? [] : null;
    if (isNew && current) found.push(current);
    current?.push(line);
  }
  return found.map((lines) => lines.join('\n')).filter((text) => !/\block table\b/i.test(text));
}
