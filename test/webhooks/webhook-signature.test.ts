import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { verify as verifyHubSignature } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { createWebhookSecret, isWebhookSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';

const message = (body: string) => ({ secret: createWebhookSecret(), messageId: 'evt_1', sentAt: new Date(), body });

describe('the signature of a webhook', () => {
  test('is accepted by verifiers that others wrote, whatever the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ noUnicodeString: false }), async (body) => {
        const signed = message(body);
        const headers = signatureHeaders(signed);
        expect(() => new StandardWebhook(signed.secret).verify(body, headers)).not.toThrow();
        expect(() => new SvixWebhook(signed.secret).verify(body, headers)).not.toThrow();
        expect(await verifyHubSignature(signed.secret, body, headers['X-Service-Signature']!)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('is the specification’s: sha256= and the hexadecimal HMAC of the raw body, keyed with the secret as it is shown', () => {
    const signed = message('{"event":"invoice.created"}');
    const expected = createHmac('sha256', signed.secret).update(signed.body).digest('hex');
    expect(signatureHeaders(signed)['X-Service-Signature']).toBe(`sha256=${expected}`);
  });

  test('does not verify a body that was changed, nor with another secret', async () => {
    const signed = message('{"total":100}');
    const headers = signatureHeaders(signed);
    expect(() => new StandardWebhook(signed.secret).verify('{"total":1}', headers)).toThrow();
    expect(() => new StandardWebhook(createWebhookSecret()).verify(signed.body, headers)).toThrow();
    expect(await verifyHubSignature(signed.secret, '{"total":1}', headers['X-Service-Signature']!)).toBe(false);
  });

  test('a secret of one’s own is 24 to 64 bytes in base64', () => {
    expect(isWebhookSecret(createWebhookSecret())).toBe(true);
    expect(isWebhookSecret(`whsec_${Buffer.alloc(24, 1).toString('base64')}`)).toBe(true);
    expect(isWebhookSecret(`whsec_${Buffer.alloc(23, 1).toString('base64')}`)).toBe(false);
    expect(isWebhookSecret(`whsec_${Buffer.alloc(65, 1).toString('base64')}`)).toBe(false);
    expect(isWebhookSecret('whsec_not base64!')).toBe(false);
    expect(isWebhookSecret('secret')).toBe(false);
  });
});
