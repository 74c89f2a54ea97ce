import type { Schema } from 'joi';
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency/read-idempotency-key.ts';
import type { DescribedOperation } from '../operation.ts';
import { describeProblems } from './describe-problems.ts';
import { headerRefs, type Described } from './headers.ts';
import { toJsonSchema, type Components, type JsonSchema } from './to-json-schema.ts';

/** Describes an operation for OpenAPI. */
export function describeOperation(operation: DescribedOperation, components: Components): Described {
  const { id, tag, summary, description, scope, body, bodyIsOptional, examples, answer } = operation;
  const answerOf = (text: string): Described => ({
    description: text,
    headers: headersOf(operation),
    ...(answer.schema ? { content: { 'application/json': { schema: toJsonSchema(answer.schema, components) } } } : {}),
  });
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} Needs the scope \`${scope}\`.`,
    'x-required-scope': scope,
    parameters: parametersOf(operation, components),
    ...(body
      ? {
          requestBody: {
            required: !bodyIsOptional,
            content: {
              'application/json': { schema: toJsonSchema(body, components), ...(examples ? { examples } : {}) },
            },
          },
        }
      : {}),
    responses: {
      [answer.status]: answerOf(answer.description),
      ...(answer.waiting ? { 202: answerOf(answer.waiting.description) } : {}),
      ...describeProblems(operation),
    },
  };
}

function parametersOf(operation: DescribedOperation, components: Components): Described[] {
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

function headersOf(operation: DescribedOperation): Described {
  return {
    ...headerRefs('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'),
    ...(writes(operation) ? headerRefs('Idempotent-Replayed') : {}),
  };
}

function writes({ method }: DescribedOperation): boolean {
  return method === 'POST' || method === 'PATCH';
}
