import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { Eta } from 'eta/core';
import { readTemplates } from '../../../src/base/http/pages/templates.ts';

function templates(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-templates-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.eta`), text);
  return readTemplates(pathToFileURL(`${folder}/`));
}

test('a template writes what its page hands it, escaped, and includes others', () => {
  const page = templates({
    page: `<%= it.w.title %> <% for (const row of it.rows) { %><%~ include('@row', row) %><% } %>`,
    row: '(<%= it.name %>)',
  });
  expect(page.render('@page', { w: { title: 'A & B' }, rows: [{ name: 'a' }, { name: 'b' }] })).toBe(
    'A &amp; B (a)(b)',
  );
});

test.each([
  ['a word that no language has', '<%= it.w.titel %>', /w\.titel/],
  ['data that its page does not hand over', '<%= it.amount %>', /amount/],
  ['a field that a row lacks', '<%= it.rows[0].name %>', /rows\.0\.name/],
])('a template that asks for %s fails, and names it', (_what, text, named) => {
  const page = templates({ page: text });
  expect(() => page.render('@page', { w: { title: 'A' }, rows: [{ id: 1 }] })).toThrow(named);
});

test('data that is there and has no value is written as the template decides', () => {
  const page = templates({ page: `<%= it.note ?? 'none' %>` });
  expect(page.render('@page', { note: undefined })).toBe('none');
});

// A process compiles a template for the first page that needs it: a fault would wait for that page.
test('every template of the product compiles', () => {
  const source = join(import.meta.dirname, '../../../src');
  const eta = new Eta();
  const files = globSync('**/*.eta', { cwd: source });
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) expect(eta.compile(readFileSync(join(source, file), 'utf8'))).toBeInstanceOf(Function);
});
