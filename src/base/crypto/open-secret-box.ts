import { createAwsKms } from './aws-kms.ts';
import { unwrapKeys } from './encryption-keys.ts';
import type { KeyService } from './key-service.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

/** The key services that ENCRYPTION_KEYS may name. */
export const KEY_SERVICES: readonly KeyService[] = [createAwsKms()];

/** The secret box of a process, once its wrapped keys are unwrapped. @throws as `unwrapKeys` */
export async function openSecretBox(keys: string): Promise<SecretBox> {
  return createSecretBox(await unwrapKeys(keys, KEY_SERVICES));
}
