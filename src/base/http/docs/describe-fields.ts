/** A part of JSON Schema, as the document has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** A field, as a page shows it. */
export interface Field {
  name: string;
  type: string;
  /** It may be null. */
  isNullable: boolean;
  isRequired: boolean;
  values: string[];
  description: string;
  fields: Field[];
}

/** Objects within objects further down are shown by their names alone. */
const DEEPEST = 4;

export type Resolve = (ref: string) => Schema;

/** The fields of an object, of the rows of a list, or of none. */
export function fieldsOf(schema: Schema, resolve: Resolve, depth = 0): Field[] {
  const { properties = {}, required = [] } = objectIn(schema, resolve);
  if (depth > DEEPEST) return [];
  return Object.entries(properties).map(([name, declared]) => {
    const { schema: field, isNullable } = withoutNull(declared, resolve);
    return {
      ...{ name, type: typeOf(field, resolve), isNullable, isRequired: required.includes(name) },
      values: (field.enum ?? itemOf(field, resolve)?.enum ?? [])
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value)),
      description: declared.description ?? field.description ?? '',
      fields: fieldsOf(field, resolve, depth + 1),
    };
  });
}

function follow(schema: Schema, resolve: Resolve): Schema {
  return schema.$ref === undefined ? schema : { ...resolve(schema.$ref), ...withoutRef(schema) };
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

function withoutNull(declared: Schema, resolve: Resolve): { schema: Schema; isNullable: boolean } {
  const schema = follow(declared, resolve);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const others = choices.filter(({ type }) => type !== 'null');
    const [only] = others;
    const isNullable = others.length < choices.length;
    return { schema: others.length === 1 ? follow(only!, resolve) : schema, isNullable };
  }
  const types = [schema.type ?? []].flat();
  return { schema, isNullable: types.includes('null') || (schema.enum ?? []).includes(null) };
}

function itemOf({ items }: Schema, resolve: Resolve): Schema | undefined {
  return typeof items === 'object' ? withoutNull(items, resolve).schema : undefined;
}

function objectIn(declared: Schema, resolve: Resolve): Schema {
  const { schema } = withoutNull(declared, resolve);
  if (schema.properties) return schema;
  const item = itemOf(schema, resolve);
  return item ? objectIn(item, resolve) : {};
}

function typeOf(schema: Schema, resolve: Resolve): string {
  const item = itemOf(schema, resolve);
  if (item) return `${typeOf(item, resolve)}[]`;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'time';
  return types.join(' | ') || 'object';
}
