import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { renderBoletoPdf, type BoletoDocument } from '../banking/documents/render-boleto-pdf.ts';

/** A document has some 60 KB. */
const MOST_KEPT = 200;

/** Makes each boleto's document once, and keeps the last of them: whoever reloads one costs no drawing. */
export function createBoletoPdfs(render: typeof renderBoletoPdf = renderBoletoPdf) {
  const made = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  return async function pdfOf(document: BoletoDocument, logo: Buffer | null): Promise<Buffer> {
    const hash = createHash('sha256').update(JSON.stringify(document));
    const key = hash.update(logo ?? '').digest('base64url');
    const known = made.get(key) ?? render(document, logo);
    made.set(key, known);
    try {
      return await known;
    } catch (error) {
      made.delete(key);
      throw error;
    }
  };
}
