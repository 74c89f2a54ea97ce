import type { Operation } from '../operation.ts';
import { describeOperation } from './describe-operation.ts';
import { problemSchema } from './problem.schema.ts';
import { INTRODUCTION, TAGS } from './texts.ts';
import { toJsonSchema, type Components } from './to-json-schema.ts';

export type OpenApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Components; securitySchemes: Record<string, unknown> };
};

/** The OpenAPI 3.1 document of the operations, made from the schemas that check their requests. */
export function openApiDocument(
  operations: Operation[],
  { version, publicUrl }: { version: string; publicUrl: string },
): OpenApiDocument {
  const schemas: Components = {};
  toJsonSchema(problemSchema, schemas);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const path = `/api/v1${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fatura API',
      version,
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl, description: 'Production and sandbox alike: the token decides.' }],
    tags: TAGS,
    security: [{ bearer: [] }, { apiToken: [], companyId: [] }],
    paths,
    components: { schemas: Object.fromEntries(Object.entries(schemas).sort()), securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: "The store's token, `fatura_test_…` for the sandbox. `X-Company-ID` may be left out.",
  },
  apiToken: { type: 'apiKey', in: 'header', name: 'X-API-TOKEN', description: 'The same token; needs `X-Company-ID`.' },
  companyId: { type: 'apiKey', in: 'header', name: 'X-Company-ID', description: "The store's integer id." },
};
