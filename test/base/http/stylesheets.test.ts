import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../../src');
const CLASS = /[a-z]+(?:-[a-z]+)*/;

function textOf(pattern: string): string {
  return globSync(pattern, { cwd: SRC })
    .map((file) => readFileSync(join(SRC, file), 'utf8'))
    .join('\n');
}

/** The classes that have a rule. */
function classesOf(stylesheet: string): string[] {
  const rules = textOf(stylesheet).replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...rules.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector!.trim());
  const named = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!));
  return [...new Set(named)].sort();
}

/** The classes that templates write: those of the text, and those that an expression chooses by a condition. */
function classesWritten(templates: string): string[] {
  const written = [...textOf(templates).matchAll(/\bclass="((?:<%.*?%>|[^"])*)"/g)].flatMap(([, value]) => {
    const chosen = [...value!.matchAll(/[?:] '([^']*)'/g)].map(([, name]) => name!);
    // A name that data completes is told by its beginning.
    const literal = value!.replaceAll(/-<%.*?%>/g, '-').replaceAll(/<%.*?%>/g, ' ');
    return [literal, ...chosen].join(' ').split(/\s+/).filter(Boolean);
  });
  return [...new Set(written)].sort();
}

describe.each([
  ['panel', 'panel/**/*.eta', '{panel/**/*.ts,panel/assets/*.js}'],
  ['checkout', 'checkout/**/*.eta', '{checkout/**/*.ts,checkout/assets/*.js,gateways/*/assets/*.js}'],
])('the style sheet of the %s', (door, templates, code) => {
  const styled = classesOf(`${door}/assets/${door}.css`);
  const written = classesWritten(templates);
  const scripts = textOf(code);
  const isNamed = (name: string): boolean => new RegExp(`['". ]${name}['" ]`).test(scripts);

  test('names its classes by words with a hyphen between them', () => {
    expect(styled.filter((name) => CLASS.exec(name)?.[0] !== name)).toEqual([]);
  });

  test('has a rule for each class of a template, unless a script looks for the class', () => {
    const hasRule = (name: string): boolean =>
      name.endsWith('-') ? styled.some((one) => one.startsWith(name)) : styled.includes(name);
    expect(written.filter((name) => !hasRule(name) && !isNamed(name))).toEqual([]);
  });

  test('has no rule that nothing uses', () => {
    const begins = written.filter((name) => name.endsWith('-'));
    const isUsed = (name: string): boolean =>
      written.includes(name) || begins.some((beginning) => name.startsWith(beginning)) || isNamed(name);
    expect(styled.filter((name) => !isUsed(name))).toEqual([]);
  });
});
