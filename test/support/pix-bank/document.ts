import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** The Central Bank's own document, beside the repository; it is not part of it. */
const PATH = join(import.meta.dirname, '../../../../shared/pix-api/openapi-2.9.0.yaml');

export const hasDocument = existsSync(PATH);

/** Holds a value against a schema of the document, by name. @returns the problems in words; none without a document */
export type CheckAgainstDocument = (schema: string, value: unknown) => string[];

type Json = Record<string, unknown>;

/** The document without its slips. */
export function readDocument(): Json {
  const document = parse(readFileSync(PATH, 'utf8')) as { components: { schemas: Record<string, Json> } };
  mendSlips(document.components.schemas);
  return mended(document) as Json;
}

/** @returns a check that finds nothing where the document is not there */
export function openDocument(): CheckAgainstDocument {
  if (!hasDocument) return () => [];
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  // CommonJS: the function is its default export.
  (addFormats as unknown as (to: Ajv) => void)(ajv);
  // A location is written without its scheme.
  ajv.addFormat('uri', true);
  ajv.addSchema(readDocument(), 'document');
  const known = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const check = known.get(schema) ?? ajv.compile({ $ref: `document#/components/schemas/${schema}` });
    known.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${schema}${instancePath} ${message}`);
  };
}

/**
 * Slips of the document, each about a field that it describes nowhere, or in another place: a list of Pix needs no
 * `cobs`, a charge in a list no `idCob`, a recurrence that is asked for no id, and the address of a receiver is the
 * receiver's and not the charge's.
 */
function mendSlips(schemas: Record<string, Json>): void {
  schemas.PixConsultados!.required = ['parametros', 'pix'];
  delete schemas.DadosRecebedor!.required;
  // The bank gives a recurrence its id; the payer's bank of a recurrence is known once the payer has agreed.
  schemas.RecBase!.required = ['calendario', 'vinculo'];
  schemas.SolicRecBase!.required = ['calendario', 'idRec', 'destinatario'];
  delete schemas.DadosPagadorRec!.required;
  // An end that is a rejection or a cancellation fits both of its shapes, as neither requires anything.
  for (const [name, where] of [
    ['RecEncerramento', 'encerramento'],
    ['CobRAtualizacao', 'encerramento'],
  ] as const) {
    const { properties } = schemas[name] as { properties: Record<string, Json> };
    properties[where]!.anyOf = properties[where]!.oneOf;
    delete properties[where]!.oneOf;
  }
  // The amount of a debit is a text; the parts of an amount are objects.
  delete (schemas.PixAutomatico as { properties: { valor: Json } }).properties.valor.anyOf;
  // Its property is called otherwise.
  delete schemas.SolicRecCompleta!.required;
  // A quote too many in the list of what is required.
  schemas.RecNotification!.required = ['idRec', 'status', 'atualizacao'];
  for (const name of ['CobsConsultadas', 'CobsVConsultadas']) {
    const list = schemas[name] as { properties: { cobs: { items: { allOf: Json[] } } } };
    const { items } = list.properties.cobs;
    items.allOf = items.allOf.map((part) => (Array.isArray(part.required) ? { required: ['status', 'txid'] } : part));
  }
}

/** Patterns of the whole text: some are written as JavaScript has them, `/^\d{11}$/`, and most without their ends. */
function mended(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(mended);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name !== 'pattern' || typeof value !== 'string') return [name, mended(value)];
      const bare = value.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '');
      return [name, `^(?:${bare})$`];
    }),
  );
}
