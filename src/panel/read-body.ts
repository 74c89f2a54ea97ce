import { readFile, rm } from 'node:fs/promises';
import type { Context, Middleware, Next } from 'koa';
import { koaBody } from 'koa-body';
import { malformedForm, payloadTooLarge } from '../base/errors/errors.ts';
import { leaveUnread } from '../base/http/leave-unread.ts';
import type { Act } from './screen.ts';

/** A form without a file; with one, the whole of it. */
const FORM_LIMIT = 64_000;
const FILE_LIMIT = 2_000_000;

/**
 * Reads the form of an act; a form with a file is sent in parts. No file is left on the disk, also after a failure.
 *
 * @throws ApiError 400, 413
 */
export function readBody(act: Act): Middleware {
  const read = koaBody({
    json: false,
    text: false,
    urlencoded: !act.file,
    multipart: Boolean(act.file),
    formLimit: FORM_LIMIT,
    formidable: {
      maxFiles: 1,
      maxFileSize: FILE_LIMIT,
      maxTotalFileSize: FILE_LIMIT,
      maxFields: 50,
      maxFieldsSize: FORM_LIMIT,
      // Where no file was chosen, browsers send an empty one.
      allowEmptyFiles: true,
      minFileSize: 0,
    },
    onError: (error) => {
      const { status, httpCode } = error as Error & { status?: number; httpCode?: number };
      if ((status ?? httpCode) === 413) throw payloadTooLarge(act.file ? '2 MB' : '64 kB');
      throw malformedForm();
    },
  });
  return async function readBodyMiddleware(ctx: Context, next: Next): Promise<void> {
    try {
      await read(ctx, next);
    } catch (error) {
      leaveUnread(ctx);
      throw error;
    } finally {
      const files = Object.values(ctx.request.files ?? {}).flat();
      await Promise.all(files.map((file) => file && rm(file.filepath, { force: true })));
    }
  };
}

/** The bytes of an uploaded file; null where none was chosen. */
export async function readFileOf(ctx: Context, { field, maxBytes }: NonNullable<Act['file']>): Promise<Buffer | null> {
  const found = ctx.request.files?.[field];
  const file = Array.isArray(found) ? found[0] : found;
  if (!file || file.size === 0) return null;
  // A single byte more than is accepted is enough to be refused.
  return (await readFile(file.filepath)).subarray(0, maxBytes + 1);
}
