import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The reader takes this much of an answer; the rest is thrown away with the connection. */
const MAX_READ_BYTES = 64 * 1024;
/** The log keeps this much of it. */
const MAX_KEPT_BYTES = 1024;
/** The log keeps this much of its headers, names and values together. */
const MAX_HEADER_CHARACTERS = 8 * 1024;
/** PostgreSQL has no NUL, neither in text nor in JSON. */
const REPLACEMENT = '\uFFFD';
/** A session with the receiver is nobody's business. */
const WITHHELD = ['set-cookie', 'set-cookie2'];

/**
 * The beginning of an answer as text; what is no UTF-8 is replaced. An answer that is cut off, by its sender or by our
 * patience, is what came of it.
 */
export async function readAnswer(body: Readable): Promise<string> {
  // The stream also fails when it is destroyed, which is how reading ends early.
  body.on('error', () => undefined);
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < MAX_KEPT_BYTES) kept.push(chunk.subarray(0, MAX_KEPT_BYTES - read));
      read += chunk.length;
      if (read >= MAX_READ_BYTES) break;
    }
  } catch {
    // The status has been said, and counts.
  } finally {
    body.destroy();
  }
  return toText(Buffer.concat(kept), read > MAX_KEPT_BYTES);
}

function toText(bytes: Buffer, isCut: boolean): string {
  // Where it is cut within a character, the half is left out.
  return new TextDecoder('utf-8').decode(bytes, { stream: isCut }).replaceAll('\0', REPLACEMENT);
}

/** The headers of an answer for the log: no cookies, and not more than fits. */
export function keepHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  let room = MAX_HEADER_CHARACTERS;
  const kept: [string, string][] = [];
  for (const [name, value = ''] of Object.entries(headers)) {
    const text = WITHHELD.includes(name) ? '(not kept)' : [value].flat().join(', ').replaceAll('\0', REPLACEMENT);
    if (name.length >= room) break;
    room -= name.length;
    // A pair that is cut in half is nothing that PostgreSQL takes.
    kept.push([name, text.length > room ? `${text.slice(0, room - 1).toWellFormed()}…` : text]);
    room -= text.length;
    if (room <= 0) break;
  }
  return Object.fromEntries(kept);
}
