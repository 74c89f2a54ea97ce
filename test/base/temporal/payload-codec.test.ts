import { describe, expect, test } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';
import { createSecretBox } from '../../../src/base/crypto/secret-box.ts';
import { createPayloadCodec } from '../../../src/base/temporal/payload-codec.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const OLD = `old:${key(1)}`;
const NEW = `new:${key(2)}`;

describe('payloads of Temporal', () => {
  const payload = defaultPayloadConverter.toPayload({ invoiceId: 7 });
  const said = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('utf8');

  test('say nothing but the key that they are encrypted with, and open with it', async () => {
    const codec = createPayloadCodec(createSecretBox(OLD));
    const [encrypted] = await codec.encode([payload]);
    expect(said(encrypted!.metadata!.encoding)).toBe('binary/encrypted');
    expect(said(encrypted!.metadata!['encryption-key-id'])).toBe('old');
    expect(said(encrypted!.data)).not.toContain('invoice');
    const [decrypted] = await codec.decode([encrypted!]);
    expect(defaultPayloadConverter.fromPayload(decrypted!)).toEqual({ invoiceId: 7 });
  });

  test('of before a rotation open as long as the old key is kept, and those of before the encryption are read', async () => {
    const [old] = await createPayloadCodec(createSecretBox(OLD)).encode([payload]);
    const rotated = createPayloadCodec(createSecretBox(`${NEW},${OLD}`));
    const [first, second] = await rotated.decode([old!, payload]);
    expect([first, second].map((one) => defaultPayloadConverter.fromPayload(one!))).toEqual([
      { invoiceId: 7 },
      { invoiceId: 7 },
    ]);
    const [fresh] = await rotated.encode([payload]);
    expect(said(fresh!.metadata!['encryption-key-id'])).toBe('new');
    await expect(createPayloadCodec(createSecretBox(NEW)).decode([old!])).rejects.toThrow(
      'ENCRYPTION_KEYS has no key "old"',
    );
  });

  test('that were altered do not open, nor does a secret of another purpose', async () => {
    const box = createSecretBox(OLD);
    const codec = createPayloadCodec(box);
    const [encrypted] = await codec.encode([payload]);
    const altered = Buffer.from(encrypted!.data!);
    altered[20]! ^= 1;
    await expect(codec.decode([{ ...encrypted!, data: altered }])).rejects.toThrow();
    const { bytes } = box.bytes('another purpose').seal(Buffer.from('x'));
    await expect(codec.decode([{ ...encrypted!, data: bytes }])).rejects.toThrow();
  });
});
