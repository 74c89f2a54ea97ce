import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HISTORIES } from '../support/histories.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const versionOf = (file: string): string => (JSON.parse(textOf(file)) as { version: string }).version;

test('the version of the package, of its client and of the changelog is that of the newest recorded lives', () => {
  const recorded = readdirSync(HISTORIES).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  const version = versionOf('package.json');
  expect({ client: versionOf('client/package.json'), recorded: recorded.at(-1), released: released[0] }).toEqual({
    ...{ client: version, recorded: version, released: version },
  });
});
