import { fileURLToPath } from 'node:url';
import { readAssets, type Asset } from '../base/http/pages/assets.ts';
import type { CardAsset, CardEntry } from '../gateways/gateway-provider.ts';

const NAMES = ['checkout.css', 'checkout.js', 'card-form.js', 'card-challenge.js', 'inbox.js', 'icon.svg'] as const;
export type AssetName = (typeof NAMES)[number];

/** The files of the payer's pages, read once. */
export const assets: ReadonlyMap<string, Asset> = readAssets(
  NAMES.map((name) => ({ name, path: fileURLToPath(new URL(`./assets/${name}`, import.meta.url)) })),
);

/** The tokenisers of gateways by their paths, read when they are first asked for. */
const tokenisers = new Map<string, Asset>();

function readTokeniser({ name, path }: CardAsset): Asset {
  const asset = tokenisers.get(path) ?? readAssets([{ name, path }]).get(name)!;
  tokenisers.set(path, asset);
  return asset;
}

/** All that the pages load, with what the gateways' card entries bring along. */
export function assetsWith(entries: Pick<CardEntry, 'tokeniser'>[]): ReadonlyMap<string, Asset> {
  const brought = entries.map(({ tokeniser }) => [tokeniser.name, readTokeniser(tokeniser)] as const);
  return new Map([...assets, ...brought]);
}

/** The address changes with the content, so that a browser may keep what it has for good. */
export function assetUrl(name: AssetName): string {
  return addressOf(name, assets.get(name)!);
}

export function tokeniserUrl(tokeniser: CardAsset): string {
  return addressOf(tokeniser.name, readTokeniser(tokeniser));
}

function addressOf(name: string, { etag }: Asset): string {
  return `/checkout/assets/${name}?v=${etag.slice(0, 12)}`;
}
