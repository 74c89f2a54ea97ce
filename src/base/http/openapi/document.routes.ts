import type Router from '@koa/router';
// Imported, not read: the compiler then puts it beside the compiled code too.
import manifest from '../../../../package.json' with { type: 'json' };
import { openApiDocument, type DescribedApi } from './document.ts';

/** The document of the API, for everybody: it says nothing about any store. */
export function documentRoutes(router: Router, described: DescribedApi, { publicUrl }: { publicUrl: string }): void {
  const text = JSON.stringify(openApiDocument(described, { version: manifest.version, publicUrl }));
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.body = text;
  });
}
