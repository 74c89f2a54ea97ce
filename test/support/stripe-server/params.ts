import { invalidRequest, missingParam } from './failure.ts';

/**
 * The parameters as they came in, by Stripe's bracket notation; a list is an object by its indices until its shape is
 * known.
 */
export interface RawParams {
  [name: string]: string | RawParams;
}

/**
 * The shape of a parameter. `text40` is not empty and has at most 40 characters, `unsettable` may be empty, which
 * unsets it; a list of words is an enumeration, an object holds further parameters.
 */
export type Shape =
  | 'text'
  | `text${number}`
  | 'unsettable'
  | 'integer'
  | 'boolean'
  | 'metadata'
  | 'texts'
  | readonly string[]
  | { readonly [name: string]: Shape };

export type Shapes = Readonly<Record<string, Shape>>;

type Read<S> = S extends 'integer'
  ? number
  : S extends 'boolean'
    ? boolean
    : S extends 'metadata'
      ? Record<string, string>
      : S extends 'texts'
        ? string[]
        : S extends string
          ? string
          : S extends readonly (infer Word)[]
            ? Word
            : ReadAll<S>;

export type ReadAll<S> = { [Name in keyof S]?: Read<S[Name]> | undefined };

/** `a[b][0]=x&a[b][]=y` as nested objects. */
export function parseForm(form: string): RawParams {
  const root: RawParams = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = [name.split('[')[0]!, ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)];
    let place = root;
    path.forEach((step, index) => {
      const key = step === '' ? String(Object.keys(place).length) : step;
      if (index === path.length - 1) {
        place[key] = value;
        return;
      }
      const inner = place[key];
      place = typeof inner === 'object' ? inner : (place[key] = {});
    });
  }
  return root;
}

/** The parameters by their shapes; refused as Stripe refuses what it does not know, misses or cannot read. */
export function readParams<S extends Shapes>(raw: RawParams, shapes: S, required: readonly string[] = []): ReadAll<S> {
  const unknown = unknownNames(raw, shapes, '');
  if (unknown.length > 0) {
    const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`;
    throw invalidRequest(message, { code: 'parameter_unknown', param: unknown[0]! });
  }
  for (const name of required) {
    if (raw[name] === undefined) throw missingParam(name);
  }
  return readObject(raw, shapes, '') as ReadAll<S>;
}

function isObjectShape(shape: Shape): shape is { readonly [name: string]: Shape } {
  return typeof shape === 'object' && !Array.isArray(shape);
}

function unknownNames(raw: RawParams, shapes: Shapes, within: string): string[] {
  return Object.entries(raw).flatMap(([name, value]) => {
    const shape = shapes[name];
    const path = within ? `${within}[${name}]` : name;
    if (!shape) return [path];
    return typeof value === 'object' && isObjectShape(shape) ? unknownNames(value, shape, path) : [];
  });
}

function readObject(raw: RawParams, shapes: Shapes, within: string): Record<string, unknown> {
  const entries = Object.entries(raw).map(([name, value]) => {
    const path = within ? `${within}[${name}]` : name;
    return [name, readValue(value, shapes[name]!, path)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function readValue(value: string | RawParams, shape: Shape, path: string): unknown {
  if (shape === 'metadata') return readMetadata(value, path);
  if (shape === 'texts') return readList(value, path);
  if (isObjectShape(shape)) {
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param: path });
    return readObject(value, shape, path);
  }
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: path });
  if (value === '' && shape !== 'unsettable') throw emptyParam(path);
  if (typeof shape !== 'string') return readWord(value, shape, path);
  if (shape === 'integer') return readInteger(value, path);
  if (shape === 'boolean') return readBoolean(value, path);
  const limit = Number(/\d+$/.exec(shape)?.[0] ?? 5000);
  if (value.length <= limit) return value;
  const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${limit} characters`;
  throw invalidRequest(message, { param: path });
}

function emptyParam(path: string): Error {
  const message =
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however ` +
    `'${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`;
  return invalidRequest(message, { code: 'parameter_invalid_empty', param: path });
}

function readInteger(value: string, path: string): number {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: path });
}

function readBoolean(value: string, path: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidRequest(`Invalid boolean: ${value}`, { param: path });
}

function readWord(value: string, words: readonly string[], path: string): string {
  if (words.includes(value)) return value;
  throw invalidRequest(`Invalid ${path}: must be one of ${words.join(', ')}`, { param: path });
}

function readList(value: string | RawParams, path: string): string[] {
  if (typeof value === 'string') throw invalidRequest('Invalid array', { param: path });
  return Object.entries(value).map(([index, item]) => {
    if (/^\d+$/.test(index) && typeof item === 'string') return item;
    throw invalidRequest('Invalid array', { param: path });
  });
}

/** Fifty keys of forty characters with values of five hundred; an empty value unsets its key. */
function readMetadata(value: string | RawParams, path: string): Record<string, string> {
  if (typeof value === 'string') {
    if (value === '') return {};
    throw invalidRequest('Invalid object', { param: path });
  }
  const entries = Object.entries(value);
  if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys', { param: path });
  for (const [key, text] of entries) {
    const param = `${path}[${key}]`;
    if (typeof text !== 'string') throw invalidRequest('Metadata values must be strings', { param });
    if (key.length > 40) throw invalidRequest('Metadata keys can have up to 40 characters', { param });
    if (text.length > 500) {
      const message = `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters.`;
      throw invalidRequest(message, { param });
    }
  }
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Record<string, string>;
}
