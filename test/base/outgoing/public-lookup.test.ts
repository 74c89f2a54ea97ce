import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../../src/base/outgoing/address-policy.ts';
import { createHttpSender, type HttpSender } from '../../../src/webhooks/http-sender.ts';
import { createPublicLookup } from '../../../src/base/outgoing/public-lookup.ts';
import { saysAndEnds, startHostileReceiver, type HostileReceiver } from '../../support/hostile-receivers.ts';
import { startNameServer } from '../../support/name-server.ts';

describe('the name of a receiver', () => {
  let names: Awaited<ReturnType<typeof startNameServer>>;
  let receiver: HostileReceiver;
  let sender: HttpSender;
  beforeAll(async () => {
    names = await startNameServer({
      'store.example': '127.0.0.1',
      'inside.example': '10.0.0.1',
      'silent.example': null,
    });
    receiver = await startHostileReceiver(saysAndEnds('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    sender = createHttpSender(createAddressPolicy(['127.0.0.0/8']), {
      timeoutMs: 3_000,
      lookup: createPublicLookup({ servers: [names.address] }),
    });
  });
  afterAll(async () => {
    await sender?.close();
    await receiver?.close();
    await names?.close();
  });
  const post = (host: string) =>
    sender.post(`http://${host}:${receiver.port}/`, { headers: {}, body: '{}', environment: 'sandbox' });

  test('is looked up, and what it resolves to is judged', async () => {
    expect(await post('store.example')).toMatchObject({ statusCode: 200, error: null });
    expect(await post('inside.example')).toMatchObject({
      statusCode: null,
      error: 'was not called: the address 10.0.0.1 is not a public one',
    });
    expect(await post('unknown.example')).toMatchObject({ error: 'has a host name that does not exist' });
  });

  test('does not hold up the others when its name server is silent, however many there are of it', async () => {
    // The system makes two look-ups at a time; these would be fifty in the way.
    const silent = Array.from({ length: 50 }, () => post('silent.example'));
    const healthy = await Promise.all(Array.from({ length: 20 }, () => post('store.example')));
    expect(new Set(healthy.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(Math.max(...healthy.map(({ durationMs }) => durationMs))).toBeLessThan(2_500);
    for (const { error, durationMs } of await Promise.all(silent)) {
      expect(error).toMatch(/^did not answer within 3 s$|^has a host name that could not be looked up$/);
      expect(durationMs).toBeLessThan(5_000);
    }
  });
});
