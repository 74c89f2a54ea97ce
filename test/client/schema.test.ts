import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import clientManifest from '../../client/package.json' with { type: 'json' };
import { generateClient } from '../../tools/generate-client.ts';

test('the client’s types and calls are those of the document', async () => {
  const stale = Object.entries(await generateClient()).filter(
    ([name, code]) => readFileSync(new URL(`../../client/${name}`, import.meta.url), 'utf8') !== code,
  );
  const remedy = 'It is not what the document gives: run `npm run generate` and commit it.';
  expect(stale.map(([name]) => `client/${name}: ${remedy}`)).toEqual([]);
});

test('the client has the version of the API, and the packages that the tests use', () => {
  expect(clientManifest.version).toBe(manifest.version);
  const python = readFileSync(new URL('../../client/python/pyproject.toml', import.meta.url), 'utf8');
  expect(python).toContain(`\nversion = "${manifest.version}"\n`);
  for (const [name, version] of Object.entries(clientManifest.dependencies)) {
    expect([name, (manifest.devDependencies as Record<string, string>)[name]]).toEqual([name, version]);
  }
});
