import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../src/base/http/openapi/document.ts';
import { describedApi } from '../src/app/described-api.ts';
import { isMain } from '../src/app/is-main.ts';
import { generatePythonClient } from './generate-python-client.ts';
import { ensurePythonEnv } from './python-env.mjs';
import { writePostmanCollection } from './write-postman-collection.ts';
import { writeCalls } from './write-typescript-calls.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const CLIENT = new URL('../client/', import.meta.url);
const PYTHON = 'python/src/fatura/';

const ABOUT =
  'Generated from the OpenAPI document by `npm run generate`. Do not edit: change the joi schemas it is made from.';

// Types say nothing about version and addresses.
const document = openApiDocument(describedApi, { version: '0', publicUrl: 'https://fatura.test' });

/** The TypeScript and the Postman collection that the document gives, as they are kept, by their path in `client`. */
export async function generateClient(): Promise<Record<string, string>> {
  // A field with a default may be left out of a request; in answers the schemas name every field as required.
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: false, defaultNonNullable: false });
  return {
    'schema.ts': await formatted(astToString(nodes)),
    'calls.ts': await formatted(writeCalls(document.paths)),
    'postman.json': await writePostmanCollection(document),
  };
}

/**
 * The Python that the document gives, as `generateClient` has its TypeScript.
 *
 * @throws Error where there is no Python for the tools that it needs
 */
export async function generatePython(): Promise<Record<string, string>> {
  const modules = generatePythonClient(document, await pythonOfClient());
  return Object.fromEntries(
    Object.entries(modules).map(([name, code]) => [`${PYTHON}${name}`, `# ${ABOUT}\n\n${code}`]),
  );
}

/** The interpreter that generates and checks the Python client. @throws Error where there is none */
export function pythonOfClient(): Promise<string> {
  return ensurePythonEnv(ROOT, join(ROOT, 'client/python/requirements.txt'));
}

async function formatted(code: string): Promise<string> {
  const options = await resolveConfig(new URL('schema.ts', CLIENT));
  return format(`// ${ABOUT}\n\n${code}`, { ...options, parser: 'typescript' });
}

if (isMain(import.meta.url)) {
  for (const generate of [generateClient, generatePython]) {
    for (const [name, code] of Object.entries(await generate())) {
      writeFileSync(new URL(name, CLIENT), code);
      console.log(`client/${name} is written.`);
    }
  }
}
