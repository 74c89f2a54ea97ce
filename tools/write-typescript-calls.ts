type Json = Record<string, unknown>;

/** An operation as the OpenAPI document has it, as far as its clients differ by it. */
export interface DescribedCall {
  operationId: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { required: boolean };
  responses: Json;
}

/** @returns the TypeScript of a class with a method for each operation */
export function writeCalls(paths: Record<string, Json>): string {
  const methods = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod as Record<string, DescribedCall>).map(([method, operation]) =>
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

function writeCall(operation: DescribedCall, { path, method }: { path: string; method: string }): string {
  const { operationId: id, summary, description, parameters, requestBody } = operation;
  const has = (where: string, name?: string): boolean =>
    parameters.some((one) => one.in === where && (name === undefined || one.name === name));
  const isList = has('query', 'starting_after');
  const needsQuery = parameters.some((one) => one.in === 'query' && one.required);
  const writes = has('header', 'Idempotency-Key');
  const given = [
    ...(has('path') ? ['id: number'] : []),
    ...(requestBody ? [requestBody.required ? `body: Body<'${id}'>` : `body: Body<'${id}'> = {}`] : []),
    ...(has('query') ? [needsQuery ? `query: Query<'${id}'>` : `query: Query<'${id}'> = {}`] : []),
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
