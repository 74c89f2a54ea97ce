import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UserError, errorCode } from './user-error.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/**
 * The keys that encrypt secrets of a local run, in the form of ENCRYPTION_KEYS. Made at the first start, and never
 * replaced: what they encrypted would be lost.
 * @throws UserError when the file is there but cannot be used
 */
export async function ensureEncryptionKeys(dataDir: string): Promise<string> {
  const file = join(dataDir, 'keys.json');
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw new UserError(`${file} cannot be read. ${REMEDY}`);
    const keys = `local:${randomBytes(32).toString('base64')}`;
    await writeFileAtomic(file, `${JSON.stringify({ encryption_keys: keys })}\n`);
    return keys;
  }
  return readKeys(content) ?? refuse(file);
}

const REMEDY = 'It holds the keys of the secrets in the database.\nRestore it, or start with an empty DATA_DIR.';

function readKeys(content: string): string | undefined {
  try {
    const keys = (JSON.parse(content) as Record<string, unknown>)['encryption_keys'];
    return typeof keys === 'string' && keys !== '' ? keys : undefined;
  } catch {
    return undefined;
  }
}

function refuse(file: string): never {
  throw new UserError(`${file} is damaged. ${REMEDY}`);
}
