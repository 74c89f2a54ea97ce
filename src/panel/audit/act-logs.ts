import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Act } from '../screen.ts';

/** The acts that no form of the panel does. */
const NOT_ACTS: Readonly<Record<PanelLanguage, Readonly<Record<string, string>>>> = {
  pt: {
    createPerson: 'Criou uma conta',
    requestPasswordReset: 'Pediu uma nova senha',
    resetSecondFactor: 'Tirou o segundo fator de uma conta',
    attackModeBegan: 'Notou um teste de cartões',
  },
  en: {
    createPerson: 'Created an account',
    requestPasswordReset: 'Asked for a new password',
    resetSecondFactor: 'Took the second factor from an account',
    attackModeBegan: 'Noticed that cards are tried',
  },
};

/** The audit log's names of acts, by the id of the act, in the order of the words. */
export type ActLogs = ReadonlyMap<string, string>;

export function actLogsOf(acts: readonly Act[], language: PanelLanguage): ActLogs {
  const logs = acts.flatMap(({ id, words }) => {
    const log = words[language].acts[id]?.log;
    return log === undefined ? [] : [[id, log] as const];
  });
  return new Map([...logs, ...Object.entries(NOT_ACTS[language])].sort(([, a], [, b]) => a.localeCompare(b, language)));
}
