import type { Schema } from 'joi';
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/read-idempotency-key.ts';
import type { Operation } from '../operation.ts';
import { toJsonSchema, type Components, type JsonSchema } from './to-json-schema.ts';

type Described = Record<string, unknown>;

/** One operation as OpenAPI describes it. */
export function describeOperation(operation: Operation, components: Components): Described {
  const { id, tag, summary, description, body, bodyIsOptional, answer } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    parameters: parametersOf(operation, components),
    ...(body
      ? {
          requestBody: {
            required: !bodyIsOptional,
            content: { 'application/json': { schema: toJsonSchema(body, components) } },
          },
        }
      : {}),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: headersOf(operation),
        ...(answer.schema
          ? { content: { 'application/json': { schema: toJsonSchema(answer.schema, components) } } }
          : {}),
      },
      ...describeProblems(operation),
    },
  };
}

function parametersOf(operation: Operation, components: Components): Described[] {
  const parameters: Described[] = [];
  if (operation.path.includes('{id}')) {
    const schema = { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 };
    parameters.push({
      name: 'id',
      in: 'path',
      required: true,
      schema,
      description: `Id of the ${operation.resource}.`,
    });
  }
  if (operation.query) parameters.push(...queryParameters(operation.query, components));
  if (writes(operation)) {
    const description = 'Makes it safe to send the request again: the first answer is given once more, for 24 hours.';
    const schema = { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN };
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema, description });
  }
  return parameters;
}

function queryParameters(query: Schema, components: Components): Described[] {
  const { properties = {}, required = [] } = toJsonSchema(query, components) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }));
}

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': integerHeader("Requests a minute that the company's plan allows in this environment."),
  'RateLimit-Remaining': integerHeader('How many of them are left.'),
  'RateLimit-Reset': integerHeader('Seconds until they are all there again.'),
};

function headersOf(operation: Operation): Described {
  const replayed = {
    description: 'Present when this is the first answer once more.',
    schema: { type: 'string', enum: ['true'] },
  };
  return { ...RATE_LIMIT_HEADERS, ...(writes(operation) ? { 'Idempotent-Replayed': replayed } : {}) };
}

function integerHeader(description: string): Described {
  return { description, schema: { type: 'integer' } };
}

/** The codes that a kind of call may answer with, and the operation's own. */
function describeProblems(operation: Operation): Described {
  const { path, resource, problems = {} } = operation;
  const codes: Record<number, readonly string[]> = {
    401: ['token_missing', 'token_unknown', 'tokens_differ', 'company_id_missing', 'company_id_invalid'],
    403: ['token_of_another_company', ...(problems[403] ?? [])],
    ...(path.includes('{id}') ? { 404: [`${resource}_not_found`] } : {}),
    422: ['invalid_fields', ...(writes(operation) ? ['idempotency_key_reused'] : []), ...(problems[422] ?? [])],
    429: ['rate_limited', 'too_many_failed_authentications'],
    503: ['service_unavailable'],
    ...(writes(operation)
      ? { 400: ['malformed_json'], 413: ['payload_too_large'], 415: ['unsupported_media_type'] }
      : {}),
    ...(writes(operation) || problems[409]
      ? { 409: [...(writes(operation) ? ['idempotency_key_in_use'] : []), ...(problems[409] ?? [])] }
      : {}),
  };
  return Object.fromEntries(Object.entries(codes).map(([status, list]) => [status, problem(Number(status), list)]));
}

function problem(status: number, codes: readonly string[]): Described {
  const retry = { 'Retry-After': integerHeader('Seconds to wait before trying again.') };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === 429 || status === 503 ? { headers: retry } : {}),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function writes({ method }: Operation): boolean {
  return method === 'POST' || method === 'PATCH';
}
