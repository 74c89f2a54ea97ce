import { fileURLToPath } from 'node:url';
import { readAssets, type Asset } from '../http/pages/assets.ts';

const NAMES = ['checkout.css', 'checkout.js', 'card-form.js', 'tokeniser-sandbox.js', 'inbox.js', 'icon.svg'] as const;
export type AssetName = (typeof NAMES)[number];

/** What the payer's pages are made of, read once. */
export const assets: ReadonlyMap<string, Asset> = readAssets(
  NAMES.map((name) => ({ name, path: fileURLToPath(new URL(`./assets/${name}`, import.meta.url)) })),
);

/** The address changes with the content, so that a browser may keep what it has for good. */
export function assetUrl(name: AssetName): string {
  return `/checkout/assets/${name}?v=${assets.get(name)!.etag.slice(0, 12)}`;
}
