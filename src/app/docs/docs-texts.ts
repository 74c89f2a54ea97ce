import { readFileSync } from 'node:fs';
import type { DocsTexts } from '../../base/http/docs/docs-site.ts';
import { ERROR_TEXTS } from './error-texts.ts';
import { PORTUGUESE_SUMMARIES } from './portuguese-summaries.ts';

/** In the order in which a newcomer reads them. */
const GUIDES = ['first-payment', 'webhooks', 'subscriptions', 'clock', 'going-live'];

/** The texts of the documentation that the OpenAPI document does not have. */
export const docsTexts: DocsTexts = {
  guides: GUIDES.map((name) => ({ name, markdown: { en: read('en', name), pt: read('pt', name) } })),
  errors: ERROR_TEXTS,
  summaries: { pt: PORTUGUESE_SUMMARIES },
};

function read(language: string, name: string): string {
  return readFileSync(new URL(`guides/${language}/${name}.md`, import.meta.url), 'utf8');
}
