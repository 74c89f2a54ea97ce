import proto from '@temporalio/proto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import type { SecretBox } from '../crypto/secret-box.ts';

const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const PURPOSE = 'payloads of Temporal';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

/**
 * Encrypts what Temporal keeps of workflows: arguments, results, signals, failures. AES-256-GCM by a key that follows
 * from the first of ENCRYPTION_KEYS; the payload says which, so that keys are rotated as for all secrets. A payload of
 * before, which is not encrypted, is read as it is.
 */
export function createPayloadCodec(secrets: SecretBox): PayloadCodec {
  const box = secrets.bytes(PURPOSE);
  const encrypt = (payload: Payload): Payload => {
    const { keyId, bytes } = box.seal(PayloadMessage.encode(payload).finish());
    return { metadata: { encoding: utf8(ENCODING), [KEY_ID]: utf8(keyId) }, data: bytes };
  };
  const decrypt = (payload: Payload): Payload => {
    const { metadata, data } = payload;
    if (textOf(metadata?.encoding) !== ENCODING) return payload;
    return PayloadMessage.decode(box.open(textOf(metadata?.[KEY_ID]), data ?? new Uint8Array()));
  };
  return {
    encode: (payloads) => eachOf(payloads, encrypt),
    decode: (payloads) => eachOf(payloads, decrypt),
  };
}

/** The SDK waits for a promise; a payload that does not open rejects it. */
function eachOf(payloads: Payload[], change: (payload: Payload) => Payload): Promise<Payload[]> {
  return Promise.resolve(payloads).then((all) => all.map(change));
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8');
}
