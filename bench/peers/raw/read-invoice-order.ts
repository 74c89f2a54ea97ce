import type { IncomingMessage } from 'node:http';
import { invalid, Refusal } from './refusal.ts';

/** The checked request for an invoice. */
export interface InvoiceOrder {
  customerId: number;
  lines: { productId: number; quantity: number }[];
  paymentMethod: 'pix' | 'card';
  installments: number;
  description: string | null;
  externalReference: string | null;
  metadata: Record<string, string>;
}

const MAX_BODY_BYTES = 100 * 1024;
const MAX_LINES = 100;
const MAX_QUANTITY = 10_000;
const MAX_DESCRIPTION = 500;
const MAX_REFERENCE = 200;
const MAX_LABELS = 50;
const MAX_LABEL_TEXT = 500;
const LABEL = /^[A-Za-z][\w.-]{0,39}$/;
const KNOWN = new Set([
  ...['customer_id', 'products', 'payment_method', 'installments'],
  ...['description', 'external_reference', 'metadata'],
]);

/** @throws Refusal 400, 413 or 422 */
export async function readInvoiceOrder(request: IncomingMessage): Promise<InvoiceOrder> {
  const body = objectOf(parse(await readText(request)), 'The body');
  for (const name of Object.keys(body)) if (!KNOWN.has(name)) invalid(`${name} is not known.`);
  return {
    customerId: integerOf(body.customer_id, 'customer_id', Number.MAX_SAFE_INTEGER),
    lines: linesOf(body.products),
    paymentMethod: methodOf(body.payment_method),
    installments: body.installments === undefined ? 1 : integerOf(body.installments, 'installments', 12),
    description: lineOf(body.description, 'description', MAX_DESCRIPTION),
    externalReference: lineOf(body.external_reference, 'external_reference', MAX_REFERENCE),
    metadata: metadataOf(body.metadata),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'payload_too_large', 'The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'malformed_json', 'The body is not valid JSON.');
  }
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) invalid(`${name} must be an object.`);
  return value as Record<string, unknown>;
}

function integerOf(value: unknown, name: string, max: number): number {
  if (!Number.isInteger(value)) invalid(`${name} must be an integer.`);
  const integer = value as number;
  if (integer < 1 || integer > max) invalid(`${name} must be from 1 to ${max}.`);
  return integer;
}

function linesOf(value: unknown): InvoiceOrder['lines'] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_LINES) {
    invalid(`products must be a list of 1 to ${MAX_LINES}.`);
  }
  return (value as unknown[]).map((item, index) => {
    const { product_id: productId, quantity } = objectOf(item, `products[${index}]`);
    return {
      productId: integerOf(productId, `products[${index}].product_id`, Number.MAX_SAFE_INTEGER),
      quantity: integerOf(quantity, `products[${index}].quantity`, MAX_QUANTITY),
    };
  });
}

/** A boleto's due date, fine and interest are left out: they are not what is compared. */
function methodOf(value: unknown): InvoiceOrder['paymentMethod'] {
  if (value === 'pix' || value === 'card') return value;
  return invalid('payment_method must be pix or card.');
}

function lineOf(value: unknown, name: string, max: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return invalid(`${name} must be text.`);
  if (value.length < 1 || value.length > max) return invalid(`${name} must have 1 to ${max} characters.`);
  if (value.trim() !== value || /\p{Cc}/u.test(value)) return invalid(`${name} must be a line of text.`);
  return value;
}

function metadataOf(value: unknown): Record<string, string> {
  if (value === undefined) return {};
  const labels = Object.entries(objectOf(value, 'metadata'));
  if (labels.length > MAX_LABELS) invalid(`metadata may have ${MAX_LABELS} labels.`);
  for (const [name, text] of labels) {
    if (!LABEL.test(name)) invalid(`metadata.${name} is no label.`);
    if (typeof text !== 'string' || text.length > MAX_LABEL_TEXT) invalid(`metadata.${name} must be text.`);
  }
  return Object.fromEntries(labels) as Record<string, string>;
}
