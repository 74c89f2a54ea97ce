import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../src/base/http/openapi/document.ts';
import type { DescribedCall } from './write-typescript-calls.ts';

type Json = Record<string, unknown>;

/** Every type of the document as a TypedDict. */
const TYPES = [
  ...['--input-file-type', 'openapi', '--openapi-scopes', 'schemas', '--output-model-type', 'typing.TypedDict'],
  ...['--target-python-version', '3.11', '--enum-field-as-literal', 'all', '--use-union-operator'],
  ...['--use-standard-collections', '--use-schema-description', '--use-field-description', '--disable-timestamp'],
  ...['--formatters', 'builtin'],
];

/**
 * The modules of the Python client that the document gives, by their names.
 *
 * @param python an interpreter that has datamodel-code-generator and Black
 */
export function generatePythonClient(document: OpenApiDocument, python: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-python-client-'));
  try {
    const modules = writeModules(document);
    for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document, withoutBounds));
    const types = ['-m', 'datamodel_code_generator', '--input', 'openapi.json', '--output', 'types.py', ...TYPES];
    execFileSync(python, types, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync(python, ['-m', 'black', '--quiet', '--line-length', '120', '--target-version', 'py311', folder]);
    const names = [...Object.keys(modules), 'types.py'];
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fields may be added to answers and events at any time: no type is closed. */
function withoutBounds(key: string, value: unknown): unknown {
  return key === 'additionalProperties' && value === false ? undefined : value;
}

/** The calls, and the union of the events. */
function writeModules({ paths, webhooks }: OpenApiDocument): Record<string, string> {
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod as Record<string, PythonCall>).map(([method, call]) => ({
      ...call,
      path,
      method: method.toUpperCase(),
    })),
  );
  const events = Object.values(webhooks as Record<string, DescribedWebhookCall>).map(
    ({ post }) => `types.${nameOf(post.requestBody.content['application/json'].schema)}`,
  );
  return {
    'calls.py': [
      '"""The calls of the API, each by its name in the reference."""',
      'from __future__ import annotations\n\nfrom abc import ABC, abstractmethod\nfrom typing import Any, Literal, Unpack, cast',
      'from . import types\nfrom .listing import AsyncListing, Listing',
      ...[true, false].map((isAsync) => writeClass(calls, isAsync)),
    ].join('\n\n'),
    'events.py': [
      '"""The bodies of webhooks. ``event["event"]`` tells which one it is, and with that the type of its ``data``."""',
      'from __future__ import annotations\n\nfrom typing import TypeAlias',
      'from . import types',
      `WebhookEvent: TypeAlias = (\n    ${events.join('\n    | ')}\n)\n`,
    ].join('\n\n'),
  };
}

interface PythonCall extends Omit<DescribedCall, 'requestBody'> {
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json } } };
}

interface DescribedWebhookCall {
  post: { requestBody: { content: { 'application/json': { schema: Json } } } };
}

type Call = PythonCall & { path: string; method: string };

function writeClass(calls: readonly Call[], isAsync: boolean): string {
  const [name, def] = isAsync ? ['AsyncCalls', 'async def'] : ['Calls', 'def'];
  return [
    `class ${name}(ABC):`,
    `    @abstractmethod
    ${def} _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any: ...
`,
    calls.map((call) => writeCall(call, isAsync)).join('\n\n'),
    '',
  ].join('\n');
}

function writeCall(call: Call, isAsync: boolean): string {
  const { operationId, summary, description, parameters, path, method, requestBody } = call;
  const query = parameters.filter((one) => one.in === 'query');
  const isList = query.some(({ name }) => name === 'starting_after');
  const writes = parameters.some(({ name }) => name === 'Idempotency-Key');
  const hasId = path.includes('{id}');
  // The cursor is the list's own.
  const asked = query.filter(({ name }) => !(isList && (name === 'starting_after' || name === 'ending_before')));
  const named = [
    ...asked.map(({ name, required, schema }) =>
      required ? `${argumentOf(name)}: ${typeOf(schema)}` : `${argumentOf(name)}: ${typeOf(schema)} | None = None`,
    ),
    ...(writes ? ['idempotency_key: str | None = None'] : []),
  ];
  const body = requestBody?.content['application/json'].schema;
  const given = [
    'self',
    ...(hasId ? ['id: int'] : []),
    ...(named.length > 0 ? ['*', ...named] : []),
    ...(body ? [`**body: Unpack[types.${nameOf(body)}]`] : []),
  ];
  const url = hasId ? `f"${path}"` : `"${path}"`;
  const values = asked.map(({ name }) => `"${name}": ${argumentOf(name)}`).join(', ');
  const settings = [
    ...(query.length > 0 ? [`query={${values}${isList ? `${values ? ', ' : ''}**cursor` : ''}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(writes ? ['idempotency_key=idempotency_key'] : []),
  ];
  const sent = `self._call("${method}", ${[url, ...settings].join(', ')})`;
  const answer = answerOf(call);
  const listing = isAsync ? 'AsyncListing' : 'Listing';
  const text = [summary, '', ...description.split('\n')].map((line) => (line ? `        ${line}` : '')).join('\n');
  const returned = isList ? `${listing}[types.${rowOf(answer!)}]` : answer ? `types.${nameOf(answer)}` : 'None';
  const def = isAsync && !isList ? 'async def' : 'def';
  const awaited = isAsync ? `await ${sent}` : sent;
  const result = isList
    ? `${listing}(lambda cursor: ${sent})`
    : answer
      ? `cast(types.${nameOf(answer)}, ${awaited})`
      : awaited;
  return [
    `    ${def} ${snakeCase(operationId)}(${given.join(', ')}) -> ${returned}:`,
    `        """${text.trimStart()}\n        """`,
    isList || answer ? `        return ${result}` : `        ${result}`,
  ].join('\n');
}

/** The schema of a success; undefined for a 204. */
function answerOf({ responses }: Call): Json | undefined {
  const [success] = ['200', '201'].flatMap((status) => (status in responses ? [responses[status]] : []));
  return (success as { content?: { 'application/json': { schema: Json } } } | undefined)?.content?.['application/json']
    .schema;
}

/** `InvoiceList` is a list of `Invoice`; the rows of a timeline are its entries. */
function rowOf(answer: Json): string {
  const name = nameOf(answer);
  return name === 'Timeline' ? 'TimelineEntry' : name.replace(/List$/, '');
}

function nameOf({ $ref }: Json): string {
  return String($ref).split('/').at(-1)!;
}

function typeOf({ type, enum: values }: Json): string {
  if (Array.isArray(values)) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  const types: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
  return types[String(type)] ?? 'Any';
}

/** `due_date[gte]` is `due_date_gte`. */
function argumentOf(name: string): string {
  return name.replace(/\[(\w+)\]$/, '_$1');
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
