import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import clientManifest from '../../client/package.json' with { type: 'json' };
import { generateClientSchema } from '../../tools/generate-client.ts';

test('the client’s types are those of the document', async () => {
  const kept = readFileSync(new URL('../../client/schema.ts', import.meta.url), 'utf8');
  const isCurrent = kept === (await generateClientSchema());
  const remedy = 'client/schema.ts is not what the document gives: run `npm run generate` and commit the file.';
  expect(isCurrent ? '' : remedy).toBe('');
});

test('the client has the version of the API, and fetches as the tests do', () => {
  expect(clientManifest.version).toBe(manifest.version);
  expect(clientManifest.dependencies['openapi-fetch']).toBe(manifest.devDependencies['openapi-fetch']);
});
