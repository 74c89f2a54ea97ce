import { readFile, rm } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import { koaBody } from 'koa-body';
import { payloadTooLarge } from '../errors/errors.ts';
import type { Act } from './screen.ts';

/** Reads the form of an act; one with a file is sent in parts. @throws ApiError 413 */
export function readBody(act: Act): Middleware {
  const limit = '64kb';
  return koaBody({
    json: false,
    text: false,
    urlencoded: !act.file,
    multipart: Boolean(act.file),
    formLimit: limit,
    formidable: { maxFileSize: 2_000_000, maxFields: 50, maxFieldsSize: 64_000, allowEmptyFiles: true, minFileSize: 0 },
    onError: () => {
      throw payloadTooLarge(act.file ? '2 MB' : limit);
    },
  });
}

/** The bytes of an uploaded file, which is not left on the disk; null where none was chosen. */
export async function readFileOf(ctx: Context, { field, maxBytes }: NonNullable<Act['file']>): Promise<Buffer | null> {
  const files = Object.values(ctx.request.files ?? {}).flat();
  try {
    const found = ctx.request.files?.[field];
    const file = Array.isArray(found) ? found[0] : found;
    if (!file || file.size === 0) return null;
    // One byte more than is accepted is enough to be refused.
    return (await readFile(file.filepath)).subarray(0, maxBytes + 1);
  } finally {
    await Promise.all(files.map((file) => file && rm(file.filepath, { force: true })));
  }
}
