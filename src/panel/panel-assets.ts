import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAssets, type Asset } from '../base/http/pages/assets.ts';
import { iconSheet, type IconName } from './icons.ts';

const OWN = fileURLToPath(new URL('./assets/', import.meta.url));
const HTMX = join(createRequire(import.meta.url).resolve('htmx.org'), '..', 'htmx.min.js');

const WEBAUTHN = join(createRequire(import.meta.url).resolve('@simplewebauthn/browser'), '../..');

/** The files of the panel's pages, read once. */
export const panelAssets: ReadonlyMap<string, Asset> = readAssets([
  { name: 'panel.css', path: join(OWN, 'panel.css') },
  { name: 'panel.js', path: join(OWN, 'panel.js') },
  { name: 'icon.svg', path: join(OWN, 'icon.svg') },
  { name: 'icons.svg', text: iconSheet() },
  { name: 'htmx.js', path: HTMX },
  { name: 'webauthn.js', path: join(WEBAUTHN, 'dist/bundle/index.umd.min.js') },
]);

/** The address changes with the content, so that a browser may keep what it has for good. */
export function panelAssetUrl(name: string): string {
  return `/panel/assets/${name}?v=${panelAssets.get(name)!.etag.slice(0, 12)}`;
}

/** The markup of an icon beside a text that says the same: whoever hears the page hears the text alone. */
export function panelIcon(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${panelAssetUrl('icons.svg')}#${name}"/></svg>`;
}
