import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

interface Message {
  event: string;
  webhook_id: number;
  body: string;
  headers: Record<string, string>;
  signature: { verified: boolean };
}

describe('a webhook that leads to a sandbox inbox', () => {
  const world = useSkippedTimeWorld();

  async function storeWithInbox(query = '') {
    const store = await world.current.createStore({ webhookRetries: 2, webhookRetryIntervalSeconds: 60 });
    const inbox = await store.sandbox.create<{ id: number; url: string }>('/api/v1/sandbox/inboxes');
    const url = inbox.url + query;
    const webhook = await store.sandbox.create<{ id: number }>('/api/v1/webhooks', { url, events: ['*'] });
    const messages = async () =>
      (await store.sandbox.get<{ data: Message[] }>(`/api/v1/sandbox/inboxes/${inbox.id}/messages`)).body.data;
    return { store, inbox, webhook, messages };
  }

  test('is sent real deliveries, which verify; one of them, changed and sent again, does not', async () => {
    const { store, inbox, webhook, messages } = await storeWithInbox();
    const invoice = await store.createInvoice();
    await eventually(
      () => store.sandbox.invoice(invoice.id),
      ({ status }) => status === 'pending',
    );
    await store.sandbox.create(`/api/v1/sandbox/invoices/${invoice.id}/payment`, { outcome: 'confirmed' });
    const seen = await eventually(messages, ({ length }) => length === 3);
    expect(seen.map(({ event }) => event).sort()).toEqual([
      'invoice.created',
      'invoice.payment_confirmed',
      'invoice.payment_registered',
    ]);
    expect(seen.map(({ webhook_id, signature }) => [webhook_id, signature.verified])).toEqual(
      seen.map(() => [webhook.id, true]),
    );

    const { headers, body } = seen[0]!;
    const signed = Object.entries(headers).filter(([name]) => /^(webhook-|x-service-)/.test(name));
    const forged = {
      method: 'POST',
      headers: Object.fromEntries(signed),
      body: body.replace(/"total":\d+/, '"total":1'),
    };
    expect(forged.body).not.toBe(body);
    await fetch(inbox.url, forged);
    expect((await messages())[0]).toMatchObject({ body: forged.body, signature: { verified: false } });
  });

  test('that answers 500 is sent the same again, at the store’s times, and each time verifies', async () => {
    const { store, messages } = await storeWithInbox('?status=500');
    await store.createInvoice({ payment_method: 'card' });
    await eventually(messages, ({ length }) => length === 1);
    await world.current.advance(3 * MINUTE, MINUTE);
    const seen = await eventually(messages, ({ length }) => length === 3);
    expect(new Set(seen.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(seen.map(({ signature }) => signature.verified)).toEqual([true, true, true]);
  });
});
