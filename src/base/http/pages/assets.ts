import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'koa';
import { answerEncoded, encodedBodies, type EncodedBodies } from './encoded-body.ts';
import { notFound } from '../../errors/errors.ts';

export interface Asset {
  bodies: EncodedBodies;
  contentType: string;
  etag: string;
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file that pages load, by the name under which it is asked for: its place on the disk, or its content. */
export type AssetFile = { name: string } & ({ path: string } | { text: string });

/** Reads files that pages load. A name that is not here is no file. */
export function readAssets(files: AssetFile[]): ReadonlyMap<string, Asset> {
  return new Map(
    files.map(({ name, ...from }) => {
      const body = 'path' in from ? readFileSync(from.path) : Buffer.from(from.text);
      const contentType = CONTENT_TYPES[extname(name)]!;
      return [
        name,
        { bodies: encodedBodies(body), contentType, etag: createHash('sha256').update(body).digest('base64url') },
      ];
    }),
  );
}

/** Answers with a file that never changes under its address. @throws ApiError 404 */
export function serveAsset(ctx: Context, assets: ReadonlyMap<string, Asset>, name: string): void {
  const asset = assets.get(name);
  if (!asset) throw notFound('asset', name.slice(0, 40));
  ctx.type = asset.contentType;
  ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=31536000, immutable' });
  answerEncoded(ctx, asset);
}
