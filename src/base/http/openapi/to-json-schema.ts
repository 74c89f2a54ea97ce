import { isDeepStrictEqual } from 'node:util';
import type { Schema } from 'joi';

export type JsonSchema = Record<string, unknown>;

/** JSON Schemas by the names that `component` gave them. */
export type Components = Record<string, JsonSchema>;

/**
 * The JSON Schema (2020-12, the dialect of OpenAPI 3.1) of a joi schema. Named objects inside it are moved to
 * `components` and referred to.
 */
export function toJsonSchema(schema: Schema, components: Components): JsonSchema {
  const whole = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return hoist(dropNeedlessEmpty(allowNullInEnums(whole)), components) as JsonSchema;
}

/** joi says `type: [string, null]` beside an `enum` without null, which would forbid it. */
function allowNullInEnums(node: unknown): unknown {
  return rewrite(node, (schema) => {
    const { type, enum: values } = schema;
    if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values)) return schema;
    return { ...schema, enum: [...(values as unknown[]), null] };
  });
}

/** joi says `anyOf: [string, ""]` for text that may be empty, also where the string itself includes the empty one. */
function dropNeedlessEmpty(node: unknown): unknown {
  return rewrite(node, (schema) => {
    const { anyOf, ...rest } = schema;
    if (!Array.isArray(anyOf) || !anyOf.some(includesEmpty)) return schema;
    const kept = (anyOf as JsonSchema[]).filter(({ enum: values }) => !isDeepStrictEqual(values, ['']));
    return kept.length === 1 ? { ...rest, ...kept[0] } : { ...rest, anyOf: kept };
  });
}

function includesEmpty({ type, minLength = 0, pattern = '' }: JsonSchema): boolean {
  return type === 'string' && minLength === 0 && new RegExp(String(pattern)).test('');
}

function hoist(node: unknown, components: Components): unknown {
  return rewrite(node, (schema) => {
    const { title: name, type, default: fallback, ...rest } = schema;
    if (typeof name !== 'string' || !('properties' in schema)) return schema;
    const { description, ...definition } = rest;
    const component = { title: name, type: 'object', ...(description ? { description } : {}), ...definition };
    const { [name]: known } = components;
    // The document would describe the answers of one by the schema of the other.
    if (known && !isDeepStrictEqual(withoutDescription(known), withoutDescription(component))) {
      throw new Error(`Two schemas are named ${name}: give one of them another name.`);
    }
    components[name] = component;
    const ref = { $ref: `#/components/schemas/${name}` };
    const nullable = Array.isArray(type) && type.includes('null');
    const shown = nullable ? { anyOf: [ref, { type: 'null' }] } : ref;
    return fallback === undefined ? shown : { ...shown, default: fallback };
  });
}

function withoutDescription({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Rewrites every object of a tree, the innermost first. */
function rewrite(node: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, change));
  if (typeof node !== 'object' || node === null) return node;
  return change(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value, change)])));
}
