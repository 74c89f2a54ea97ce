import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/base/http/openapi/document.ts';
import { describedApi } from '../../src/app/described-api.ts';

export interface AnswerToCheck {
  method: string;
  /** With or without a query. */
  path: string;
  status: number;
  headers: Headers;
  /** Parsed; null where there is none. */
  body: unknown;
}

type Json = Record<string, unknown>;
interface Described {
  headers?: Record<string, Json>;
  content?: Record<string, { schema: Json }>;
}

const document = openApiDocument(describedApi, { version: '0', publicUrl: 'https://fatura.test' });
const ajv = new Ajv.default({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
// The whole document is one schema, so that its references are found; what is no JSON Schema in it means nothing.
ajv.addVocabulary(['components']);

const PROBLEM = '#/components/schemas/Problem';
const paths = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace('{id}', '[^/]+')}/?$`),
}));

/**
 * Holds an answer to the OpenAPI document: its operation, status, media type, body, and the headers that it promises. A
 * request that the document does not have may only be answered with a problem, 404 or 405.
 *
 * @throws Error that names the operation, the status and the place
 */
export function assertMatchesDocument({ method, path, status, headers, body }: AnswerToCheck): void {
  const { pathname } = new URL(path, 'http://api');
  const template = paths.find(({ pattern }) => pattern.test(pathname))?.template;
  const operation = template && (document.paths[template]![method.toLowerCase()] as Json | undefined);
  const fail = (what: string): never => {
    throw new Error(`${method} ${template ?? pathname} answered ${status}, which the document does not say: ${what}`);
  };
  const mediaType = headers.get('Content-Type')?.split(';')[0] ?? null;
  if (!operation) {
    if (status !== 404 && status !== 405) fail('it has no such operation');
    if (mediaType !== 'application/problem+json') fail(`a problem has no content type ${mediaType}`);
    return checkBody({ $ref: PROBLEM }, body, fail);
  }
  const described = resolve<Described>((operation.responses as Record<string, Json>)[status]);
  if (!described) return fail('it has no such status');
  checkHeaders(described, headers, fail);
  if (!described.content) return void ((body === null && mediaType === null) || fail('it has no body'));
  const content = described.content[mediaType ?? ''];
  if (!content) return fail(`it has no content type ${mediaType}`);
  checkBody(content.schema, body, fail);
  if (status !== 200) return;
  if (operation.operationId === 'getEvent') assertEventMatchesDocument(body);
  if (operation.operationId === 'listEvents') (body as { data: unknown[] }).data.forEach(assertEventMatchesDocument);
}

/**
 * Holds an event, as a webhook was sent it or as the API lists it, to what the document says of it.
 *
 * @throws Error that names the event and the place
 */
export function assertEventMatchesDocument(body: unknown): void {
  const { event } = body as { event: string };
  const described = document.webhooks[event] as
    { post: { requestBody: { content: { 'application/json': { schema: Json } } } } } | undefined;
  const fail = (what: string): never => {
    throw new Error(`The event ${event} is not what the document says: ${what}`);
  };
  if (!described) return fail('it has no such event');
  checkBody(described.post.requestBody.content['application/json'].schema, body, fail);
}

function checkHeaders({ headers: described = {} }: Described, headers: Headers, fail: (what: string) => never): void {
  for (const [name, reference] of Object.entries(described)) {
    const { required, schema } = resolve<{ required?: boolean; schema: Json }>(reference)!;
    const text = headers.get(name);
    if (text === null && !required) continue;
    if (text === null) return fail(`the header ${name} is missing`);
    const value = schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
    if (!validatorOf(schema)(value)) fail(`the header ${name} is "${text}"`);
  }
}

function checkBody(schema: Json, body: unknown, fail: (what: string) => never): void {
  const validate = validatorOf(schema);
  if (validate(body)) return;
  const places = validate.errors!.map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  fail(places.join('; '));
}

const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Compiled once in a process, by what it says. */
function validatorOf(schema: Json): ReturnType<typeof ajv.compile> {
  const text = JSON.stringify(schema);
  const known = validators.get(text) ?? ajv.compile({ ...schema, components: document.components });
  validators.set(text, known);
  return known;
}

/** Resolves a reference to a component; anything else is itself. */
function resolve<T>(node: Json | undefined): T | undefined {
  if (typeof node?.$ref !== 'string') return node as T | undefined;
  const [kind, name] = node.$ref.split('/').slice(2) as ['responses' | 'headers', string];
  return document.components[kind][name] as T;
}
