import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import type { AppDeps } from '../app.ts';
import { operations } from '../operations.ts';
import { openApiDocument } from './document.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The document of the API, for everybody: it says nothing about any store. */
export function documentRoutes(router: Router, { publicUrl }: Pick<AppDeps, 'publicUrl'>): void {
  const text = JSON.stringify(openApiDocument(operations, { version, publicUrl }));
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'application/json';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.body = text;
  });
}
