import type * as Sdk from '@aws-sdk/client-kms';
import type { KeyService } from './key-service.ts';

/** A process that starts waits for no longer than three of these. */
const TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;

/**
 * AWS Key Management Service. Region, credentials and endpoint are the SDK's own settings (`AWS_REGION`, the role of
 * the machine, `AWS_ENDPOINT_URL_KMS`, …). The wrapping is bound to the product and to the key's id by the encryption
 * context, which CloudTrail shows and a key policy can ask for.
 */
export function createAwsKms(): KeyService {
  return {
    name: 'aws-kms',
    newKey: (id, wrappingKey) =>
      withClient(async (client, { GenerateDataKeyWithoutPlaintextCommand }) => {
        const asked = { KeyId: wrappingKey, KeySpec: 'AES_256' as const, EncryptionContext: contextOf(id) };
        return (await client.send(new GenerateDataKeyWithoutPlaintextCommand(asked))).CiphertextBlob;
      }),
    unwrap: (id, wrapped) =>
      withClient(async (client, { DecryptCommand }) => {
        const asked = { CiphertextBlob: wrapped, EncryptionContext: contextOf(id) };
        return (await client.send(new DecryptCommand(asked))).Plaintext;
      }),
  };
}

function contextOf(id: string): Record<string, string> {
  return { application: 'fatura', key: id };
}

/** Loads the SDK for installations that use it alone: 17 MB of files. */
async function withClient(
  ask: (client: Sdk.KMSClient, sdk: typeof Sdk) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  const sdk = await import('@aws-sdk/client-kms');
  const requestHandler = { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, throwOnRequestTimeout: true };
  const client = new sdk.KMSClient({ maxAttempts: ATTEMPTS, requestHandler });
  try {
    const answer = await ask(client, sdk);
    if (!answer) throw new Error('AWS KMS answers without a key.');
    return answer;
  } finally {
    client.destroy();
  }
}
