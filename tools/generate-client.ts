import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../src/base/http/openapi/document.ts';
import { describedApi } from '../src/app/described-api.ts';
import { isMain } from '../src/app/is-main.ts';

const CLIENT = new URL('../client/', import.meta.url);

const HEADER = `// Generated from the OpenAPI document by \`npm run generate\`. Do not edit: change the joi schemas it is made from.\n\n`;

/** The files of the client that the document gives, formatted as they are kept, by their names. */
export async function generateClient(): Promise<Record<string, string>> {
  // Types say nothing about version and addresses.
  const document = openApiDocument(describedApi, { version: '0', publicUrl: 'https://fatura.test' });
  // A field with a default may be left out of a request; in answers the schemas name every field as required.
  const nodes = await openapiTS(JSON.stringify(document), { alphabetize: false, defaultNonNullable: false });
  return { 'schema.ts': await formatted(astToString(nodes)), 'calls.ts': await formatted(writeCalls(document.paths)) };
}

async function formatted(code: string): Promise<string> {
  const options = await resolveConfig(new URL('schema.ts', CLIENT));
  return format(HEADER + code, { ...options, parser: 'typescript' });
}

type Json = Record<string, unknown>;

interface Described {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; schema: Json }[];
  requestBody?: { required: boolean };
  responses: Json;
}

/** A class with a method for each operation. */
function writeCalls(paths: Record<string, Json>): string {
  const methods = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod as Record<string, Described>).map(([method, operation]) =>
      writeCall(operation, { path, method: method.toUpperCase() }),
    ),
  );
  return `
    import { List, orThrow } from './answers.ts';
    import type { Answer, Body, CallOptions, Query, Row, WriteOptions } from './call-types.ts';
    import type { FaturaClient } from './create-client.ts';

    /** The calls of the API, each by its name in the reference. */
    export class Calls {
      readonly #client: FaturaClient;

      constructor(client: FaturaClient) {
        this.#client = client;
      }

      ${methods.join('\n\n')}
    }

    function headersOf({ idempotencyKey }: WriteOptions): { 'Idempotency-Key'?: string } {
      return idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    }

    function givenUpBy({ signal }: CallOptions): { signal?: AbortSignal } {
      return signal ? { signal } : {};
    }
  `;
}

function writeCall(operation: Described, { path, method }: { path: string; method: string }): string {
  const { operationId: id, summary, description, parameters, requestBody } = operation;
  const has = (where: string, name?: string): boolean =>
    parameters.some((one) => one.in === where && (name === undefined || one.name === name));
  const isList = has('query', 'starting_after');
  const writes = has('header', 'Idempotency-Key');
  const given = [
    ...(has('path') ? ['id: number'] : []),
    ...(requestBody ? [requestBody.required ? `body: Body<'${id}'>` : `body: Body<'${id}'> = {}`] : []),
    ...(has('query') ? [`query: Query<'${id}'> = {}`] : []),
    `options: ${writes ? 'WriteOptions' : 'CallOptions'} = {}`,
  ];
  const params = [
    ...(has('path') ? ['path: { id }'] : []),
    ...(has('query') ? [isList ? 'query: { ...query, ...cursor }' : 'query'] : []),
    ...(writes ? ['header: headersOf(options)'] : []),
  ];
  const settings = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(requestBody ? ['body'] : []),
    '...givenUpBy(options)',
  ];
  const call = `this.#client.${method}('${path}', { ${settings.join(', ')} })`;
  const comment = `/**\n * ${[`${summary}.`, ...description.split('\n')].join('\n * ')}\n */`;
  return isList
    ? `${comment}\n${id}(${given.join(', ')}): List<Row<'${id}'>, Answer<'${id}'>> {
        return new List((cursor) => ${call});
      }`
    : `${comment}\n${id}(${given.join(', ')}): Promise<Answer<'${id}'>> {
        return orThrow(${call});
      }`;
}

if (isMain(import.meta.url)) {
  for (const [name, code] of Object.entries(await generateClient())) {
    writeFileSync(new URL(name, CLIENT), code);
    console.log(`client/${name} is written.`);
  }
}
