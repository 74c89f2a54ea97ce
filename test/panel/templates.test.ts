import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { acts } from '../../src/panel/areas.ts';
import { COMMON_WORDS } from '../../src/panel/common/common.words.ts';

const PANEL = join(import.meta.dirname, '../../src/panel');
const templates = globSync('**/*.eta', { cwd: PANEL }).sort();
const textOf = (template: string): string => readFileSync(join(PANEL, template), 'utf8');

/** The words of an area by language. */
type Words = Record<string, Record<string, unknown>>;

/** Branches that no test renders are read here too. */
describe('the templates of the panel', () => {
  const wordsOf = new Map<string, Words[]>();
  beforeAll(async () => {
    for (const file of globSync('*/*.words.ts', { cwd: PANEL })) {
      const exports = Object.entries((await import(join(PANEL, file))) as Record<string, Words>);
      const sets = exports.map(([, one]) => one).filter((one) => 'pt' in one && 'en' in one);
      const [pt, en] = ['portuguese', 'english'].map((name) => exports.find(([key]) => key.startsWith(name))?.[1]);
      if (pt && en) sets.push({ pt, en });
      wordsOf.set(dirname(file), [...(wordsOf.get(dirname(file)) ?? []), ...sets]);
    }
  });

  test.each(templates)('%s asks for words that both languages have', (template) => {
    const area = wordsOf.get(basename(dirname(template))) ?? [];
    const missing = (name: 'w' | 't', sets: Words[]): string[] =>
      [...textOf(template).matchAll(new RegExp(`(?:\\bit\\.|(?<![.\\w]))${name}\\.(\\w+)(?:\\.(\\w+))?`, 'g'))].flatMap(
        ([text, word, part]) => {
          const isThere = sets.some((languages) => Object.values(languages).every((all) => has(all, word!, part)));
          return isThere ? [] : [text];
        },
      );
    expect([...missing('w', area), ...missing('t', [COMMON_WORDS as unknown as Words])]).toEqual([]);
  });

  test.each(templates)('%s has forms of acts that there are', (template) => {
    const named = [...textOf(template).matchAll(/\bform\('(\w+)'/g)].map(([, id]) => id!);
    const known = acts.map(({ id }) => id);
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
  });
});

/** A part of a word that is a text or a function is a property of theirs. */
function has(all: Record<string, unknown>, word: string, part: string | undefined): boolean {
  if (!(word in all)) return false;
  const value = all[word];
  if (part === undefined || typeof value !== 'object' || value === null) return true;
  return part in value;
}
