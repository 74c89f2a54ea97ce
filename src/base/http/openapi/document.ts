import type { DescribedOperation } from '../operation.ts';
import { describeOperation } from './describe-operation.ts';
import { describeWebhook, type DescribedWebhook } from './describe-webhook.ts';
import { SHARED_PROBLEMS } from './describe-problems.ts';
import { HEADERS } from './headers.ts';
import { problemSchema } from './problem.schema.ts';
import { INTRODUCTION, TAGS } from './texts.ts';
import { toJsonSchema, type Components } from './to-json-schema.ts';

export type OpenApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Components } & Record<'responses' | 'headers' | 'securitySchemes', Record<string, unknown>>;
};

/** All that the document tells of: the calls of the API, and the requests that stores are sent. */
export interface DescribedApi {
  operations: readonly DescribedOperation[];
  webhooks: readonly DescribedWebhook[];
}

/** The OpenAPI 3.1 document of the API, made from the schemas that check its requests. */
export function openApiDocument(
  { operations, webhooks }: DescribedApi,
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
    servers: serversOf(publicUrl),
    tags: TAGS,
    security: [{ bearer: [] }, { apiToken: [], companyId: [] }],
    paths,
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.name, describeWebhook(webhook, schemas)])),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort()),
      responses: SHARED_PROBLEMS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/**
 * The address that the document was read from comes first: the reference page, whose policy lets it call no other host,
 * can then send requests from whatever address it was opened at. The public one is for documents that were saved.
 */
function serversOf(publicUrl: string): Record<string, unknown>[] {
  return [
    { url: '/', description: 'Where this document was read.' },
    { url: publicUrl, description: 'Production and sandbox alike: the token decides.' },
  ];
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
