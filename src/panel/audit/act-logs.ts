import type { PanelLanguage } from '../../people/person.entity.ts';
import type { Act } from '../screen.ts';

/** What the audit log calls each act, by its id, in the order of the words. */
export type ActLogs = ReadonlyMap<string, string>;

export function actLogsOf(acts: readonly Act[], language: PanelLanguage): ActLogs {
  const logs = acts.flatMap(({ id, words }) => {
    const log = words[language].acts[id]?.log;
    return log === undefined ? [] : [[id, log] as const];
  });
  return new Map(logs.sort(([, a], [, b]) => a.localeCompare(b, language)));
}
