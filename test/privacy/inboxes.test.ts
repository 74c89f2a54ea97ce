import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';

describe('an inbox of the sandbox', () => {
  const world = useApiWorld();

  test('that once took events of production forgets a customer of production who is erased, and keeps the others', async () => {
    const store = await world.current.createStore();
    const inbox = await store.sandbox.create<{ id: number; url: string }>('/api/v1/sandbox/inboxes');
    const [maria, joao] = [
      await store.production.create<{ id: number }>('/api/v1/customers', { name: 'Maria', email: 'maria@example.com' }),
      await store.production.create<{ id: number }>('/api/v1/customers', { name: 'João', email: 'joao@example.com' }),
    ];
    const post = (id: number, email: string) =>
      fetch(inbox.url, { method: 'POST', body: `{"data":{"customer":{"id":${id},"email":"${email}"}}}` });
    await post(maria.id, 'maria@example.com');
    await post(joao.id, 'joao@example.com');
    expect((await store.production.post(`/api/v1/customers/${maria.id}/erase`, {})).status).toBe(200);
    const left = await world.current.database.query<{ body: string }>('select body from sandbox_messages');
    expect(left.map(({ body }) => body)).toEqual([expect.stringContaining('joao@example.com')]);
  });

  test('of another store is not reached by the function that erases', async () => {
    const [store, other] = [await world.current.createStore(), await world.current.createStore()];
    const inbox = await other.sandbox.create<{ id: number; url: string }>('/api/v1/sandbox/inboxes');
    await fetch(inbox.url, { method: 'POST', body: '{"email":"ana@elsewhere.example"}' });
    await world.current.database.query(
      `select set_config('fatura.company_id', $1, true), erase_inbox_messages($2::bigint, 'x', 'ana@elsewhere.example')`,
      [String(store.companyId), other.companyId],
    );
    expect(await world.current.database.query('select 1 from sandbox_messages')).toHaveLength(2);
  });

  test('takes no webhook of production', async () => {
    const store = await world.current.createStore();
    const answer = await store.production.post<{ errors: { field: string; code: string }[] }>('/api/v1/webhooks', {
      url: 'https://pay.example.com/sandbox/inbox/AAAAAAAAAAAAAAAAAAAAAAAA',
      events: ['*'],
    });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([
      422,
      { field: 'url', code: 'url.inbox_not_allowed' },
    ]);
  });
});
