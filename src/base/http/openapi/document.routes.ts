import type Router from '@koa/router';
import { llmsText } from './llms-text.ts';
import type { OpenApiDocument } from './document.ts';

/** The document of the API, and the same in short for language models. They say nothing about any store. */
export function documentRoutes(
  { api, open }: { api: Router; open: Router },
  { document, publicUrl }: { document: () => OpenApiDocument; publicUrl: string },
): void {
  const serve = (router: Router, path: string, { type, write }: { type: string; write: () => string }): void => {
    let text: string | undefined;
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', 'no-cache');
      ctx.set('Access-Control-Allow-Origin', '*');
      ctx.body = text ??= write();
    });
  };
  serve(api, '/openapi.json', { type: 'application/json', write: () => JSON.stringify(document()) });
  serve(open, '/llms.txt', { type: 'text/plain; charset=utf-8', write: () => llmsText(document(), publicUrl) });
}
