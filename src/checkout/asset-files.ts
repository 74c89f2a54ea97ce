import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  body: Buffer;
  contentType: string;
  etag: string;
}

const CONTENT_TYPES = {
  'checkout.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
  'card-form.js': 'text/javascript; charset=utf-8',
  'tokeniser-sandbox.js': 'text/javascript; charset=utf-8',
  'inbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};
export type AssetName = keyof typeof CONTENT_TYPES;

/** What the payer's pages are made of, read once. A name that is not here is no file: nothing else can be asked for. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(CONTENT_TYPES).map(([name, contentType]) => {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
    return [name, { body, contentType, etag: createHash('sha256').update(body).digest('base64url') }];
  }),
);

/** The address changes with the content, so that a browser may keep what it has for good. */
export function assetUrl(name: AssetName): string {
  return `/checkout/assets/${name}?v=${assets.get(name)!.etag.slice(0, 12)}`;
}
