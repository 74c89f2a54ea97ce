import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'koa';

type Encoding = 'br' | 'gzip' | 'identity';

/** A file as it is, and compressed. */
export type EncodedBodies = () => Record<Encoding, Buffer>;

/** The forms of a file that never changes: made once, when somebody first asks for the file. */
export function encodedBodies(content: Buffer): EncodedBodies {
  let made: Record<Encoding, Buffer> | undefined;
  return () =>
    (made ??= {
      br: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzip: gzipSync(content),
      identity: content,
    });
}

/** Answers with the form of a file that the browser takes, or with the word that the browser has it. */
export function answerEncoded(ctx: Context, { etag, bodies }: { etag: string; bodies: EncodedBodies }): void {
  ctx.set('Vary', 'Accept-Encoding');
  ctx.etag = etag;
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = bodies()[encoding];
}
