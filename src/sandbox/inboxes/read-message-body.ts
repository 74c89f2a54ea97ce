import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { payloadTooLarge } from '../../base/errors/errors.ts';

/** Far more than any event has. */
const MAX_BYTES = 64 * 1024;

/** The bytes of a request, of whatever type. @throws ApiError 413 beyond 64 KiB */
export async function readMessageBody(ctx: Context): Promise<Buffer> {
  const bytes = (ctx.request.length ?? 0) > MAX_BYTES ? null : await readUpTo(ctx.req, MAX_BYTES);
  if (bytes) return bytes;
  // The server does not listen after the answer to a sender that sends without end.
  ctx.set('Connection', 'close');
  throw payloadTooLarge('64kb');
}

/** Null for one that is longer. The stream is not destroyed then: the answer goes over the same connection. */
function readUpTo(stream: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else resolve(null);
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', reject);
  });
}
