import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../src/base/http/openapi/document.ts';
import { operations } from '../src/app/operations.ts';
import { isMain } from '../src/app/is-main.ts';

const TARGET = new URL('../client/schema.ts', import.meta.url);

const HEADER = `// Generated from the OpenAPI document by \`npm run generate\`. Do not edit: change the joi schemas it is made from.\n\n`;

/** The TypeScript of every path and component of the API, formatted as it is kept in `client/schema.ts`. */
export async function generateClientSchema(): Promise<string> {
  // Types say nothing about version and addresses.
  const document = openApiDocument(operations, { version: '0', publicUrl: 'https://fatura.test' });
  // A field with a default may be left out of a request; in answers the schemas name every field as required.
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: false, defaultNonNullable: false });
  const options = await resolveConfig(TARGET);
  return format(HEADER + astToString(nodes), { ...options, parser: 'typescript' });
}

if (isMain(import.meta.url)) {
  writeFileSync(TARGET, await generateClientSchema());
  console.log('client/schema.ts is written.');
}
