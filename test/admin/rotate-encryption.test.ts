import { describe, expect, test } from '@jest/globals';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { answerContext } from '../../src/base/http/idempotency/answer-context.ts';
import { factorContext } from '../../src/accounts/factors/second-factor.entity.ts';
import { gatewayAccountContext } from '../../src/gateways/gateway-account.entity.ts';
import { savedCardContext } from '../../src/catalog/cards/saved-card.entity.ts';
import { cardTokenContext } from '../../src/invoices/card-to-charge.ts';
import { rotateEncryption } from '../../src/admin/rotate-encryption.ts';
import { mailContext, queueMail } from '../../src/base/mail/queue-mail.ts';
import { cardOnFileContext } from '../../src/subscriptions/card-on-file.ts';
import { webhookSecretContext } from '../../src/webhooks/deliver-webhook.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { runAdmin } from '../support/run-admin.ts';
import { subscribe } from '../support/subscriptions.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

/** The world's own key is `test`; this one takes its place. */
const NEW_KEY = `next:${Buffer.alloc(32, 9).toString('base64')}`;
const newBox = createSecretBox(NEW_KEY);

const world = useApiWorld();

/** The command as an operator runs it. */
async function rotate(keys: string): Promise<Record<string, { resealed: number; unreadable: number }>> {
  const config = { ...world.current.config, encryptionKeys: keys };
  const { exitCode, output } = await runAdmin({ config }, 'rotate-encryption');
  expect(exitCode).toBe(0);
  return output as Record<string, { resealed: number; unreadable: number }>;
}

const query: typeof world.current.database.query = (sql, params) => world.current.database.query(sql, params);

/** Every text of the database that begins as a sealed one of this key does, by its column. */
async function sealedWith(id: string): Promise<Record<string, number>> {
  const columns = await query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying')`,
  );
  const found: Record<string, number> = {};
  for (const { table_name: table, column_name: column } of columns) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from "${table}" where "${column}" like '${id}:%'`,
    );
    if (row!.count > 0) found[`${table}.${column}`] = row!.count;
  }
  return found;
}

/** A dispute with a file and an answer, which nobody hands over: the world has no worker. */
async function answeredDispute(store: TestStore): Promise<void> {
  const { payments } = await store.createInvoice();
  const attemptId = payments[0]!.id;
  await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
  await sendGatewayCallback(world.current, {
    ...{ type: 'dispute', paymentId: `pay_${attemptId}`, gatewayDisputeId: 'dp_1', status: 'open', amountCents: 100 },
    ...{ reason: 'fraudulent', saidAt: new Date().toISOString() },
    answerUntil: new Date(Date.now() + 432_000_000).toISOString(),
  });
  const { body } = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/disputes');
  const path = `/api/v1/disputes/${body.data[0]!.id}`;
  const content = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');
  await store.sandbox.create(`${path}/files`, { kind: 'receipt', name: 'recibo.pdf', content });
  await store.sandbox.create(`${path}/answer`, { explanation: 'It arrived.' });
}

describe('the rotation of the encryption keys', () => {
  test('seals everything with the first key, after which the old one can be removed', async () => {
    const store = await world.current.createStore();
    const { body } = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const rotated = await store.sandbox.request<{ secret: string }>(
      'POST',
      `/api/v1/webhooks/${body.data[0]!.id}/rotate-secret`,
      {},
      { 'Idempotency-Key': 'rotate-1' },
    );
    const invoice = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${invoice.id}/payments`, { card_token: 'tok_approved' });
    const subscription = await subscribe(store);
    const { id: waiting, latest_cycle } = await subscribe(store, { card_token: null });
    await store.sandbox.create(`/api/v1/invoices/${latest_cycle!.invoice_id}/payments`, { card_token: 'tok_offered' });
    const production = { companyId: store.companyId, environment: 'production' } as const;
    await query(
      `insert into gateway_accounts (company_id, environment, gateway, account_id, display_name, methods, settings, secrets,
         secret_ends, checked_at, created_at, updated_at)
       values ($1, 'production', 'stripe', 'acct_1', 'Padaria', '[]', '{}', $2, '{}', now(), now(), now())`,
      [store.companyId, createSecretBox(TEST_KEYS).seal('{"secret_key":"sk"}', gatewayAccountContext(production))],
    );
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const [person] = await query<{ id: string }>(
      `insert into people (email, name, created_at) values ('ana@store.example', 'Ana', now()) returning id`,
    );
    const ofPerson = factorContext(Number(person!.id));
    const sealForPerson = (text: string) => createSecretBox(TEST_KEYS).seal(text, ofPerson);
    await query('insert into second_factors (person_id, totp_secret, recovery_codes) values ($1, $2, $3)', [
      ...[person!.id, sealForPerson('JBSWY3DPEHPK3PXP'), sealForPerson('["k7mzp-2hq9x"]')],
    ]);
    await orm.em.fork().transactional((tx) => {
      const mail = { to: 'ana@example.com', subject: 'A link', text: 'https://x.example' };
      queueMail(tx, createSecretBox(TEST_KEYS), { ...mail, expiresAt: new Date(Date.now() + 3_600_000) });
      return Promise.resolve();
    });
    await orm.close();
    await answeredDispute(store);
    const { id: savedId } = await store.sandbox.create<{ id: number }>(`/api/v1/customers/${store.customerId}/cards`, {
      card_token: 'tok_approved',
    });
    const before = {
      'webhook_endpoints.secret': 1,
      'webhook_endpoints.previous_secret': 1,
      'payment_attempts.card_token': 3,
      'subscriptions.card_token': 1,
      'subscriptions.offered_card_token': 1,
      'saved_cards.token': 1,
      'gateway_accounts.secrets': 1,
      'idempotency_keys.body': 1,
      'mails.content': 1,
      'disputes.explanation': 1,
      'dispute_files.content': 1,
      'second_factors.totp_secret': 1,
      'second_factors.recovery_codes': 1,
    };
    expect(await sealedWith('test')).toEqual(before);

    const nothingElse = { unreadable: 0 };
    expect(await rotate(`${NEW_KEY},${TEST_KEYS}`)).toEqual({
      webhook_secrets: { resealed: 1, ...nothingElse },
      previous_webhook_secrets: { resealed: 1, ...nothingElse },
      card_tokens: { resealed: 3, ...nothingElse },
      cards_on_file: { resealed: 1, ...nothingElse },
      cards_offered: { resealed: 1, ...nothingElse },
      saved_cards: { resealed: 1, ...nothingElse },
      gateway_secrets: { resealed: 1, ...nothingElse },
      idempotency_answers: { resealed: 1, ...nothingElse },
      dispute_answers: { resealed: 1, ...nothingElse },
      dispute_files: { resealed: 1, ...nothingElse },
      mails: { resealed: 1, ...nothingElse },
      totp_secrets: { resealed: 1, ...nothingElse },
      recovery_codes: { resealed: 1, ...nothingElse },
    });
    expect(await sealedWith('test')).toEqual({});
    expect(await sealedWith('next')).toEqual(before);

    // With the new key alone.
    const owner = { companyId: store.companyId, environment: 'sandbox' } as const;
    const [endpoint] = await query<{ secret: string; previous_secret: string }>('select * from webhook_endpoints');
    const ofWebhook = webhookSecretContext(owner);
    expect(newBox.open(endpoint!.secret, ofWebhook)).toBe(rotated.body.secret);
    expect(newBox.open(endpoint!.previous_secret, ofWebhook)).toBe(store.webhookSecret);
    const [attempt] = await query<{ card_token: string }>(
      `select card_token from payment_attempts where invoice_id = ${invoice.id}`,
    );
    const cards = await query<{ id: number; card_token: string | null; offered_card_token: string | null }>(
      'select id::int, card_token, offered_card_token from subscriptions order by id',
    );
    expect(newBox.open(cards[0]!.card_token!, cardOnFileContext(subscription.id))).toBe('tok_approved');
    expect(newBox.open(cards[1]!.offered_card_token!, cardOnFileContext(waiting))).toBe('tok_offered');
    expect(newBox.open(attempt!.card_token, cardTokenContext(invoice.id))).toBe('tok_approved');
    const [saved] = await query<{ token: string }>('select token from saved_cards');
    expect(newBox.open(saved!.token, savedCardContext(savedId))).toBe('tok_approved');
    const [answer] = await query<{ body: string; route: string; key: string }>('select * from idempotency_keys');
    const { route, key } = answer!;
    const kept = JSON.parse(newBox.open(answer!.body, answerContext({ store: owner, route, key }))) as string;
    expect(JSON.parse(kept)).toEqual(rotated.body);

    const [account] = await query<{ secrets: string }>('select secrets from gateway_accounts');
    expect(newBox.open(account!.secrets, gatewayAccountContext(production))).toBe('{"secret_key":"sk"}');

    const [sealed] = await query<{ content: string }>('select content from mails');
    expect(newBox.open(sealed!.content, mailContext('ana@example.com'))).toContain('https://x.example');

    // Once more changes nothing.
    const rows = await query('select id, secret, previous_secret from webhook_endpoints');
    expect((await rotate(NEW_KEY)).webhook_secrets).toEqual({ resealed: 0, unreadable: 0 });
    expect(await query('select id, secret, previous_secret from webhook_endpoints')).toEqual(rows);
  });

  test('leaves what no key opens as it is, and says how many there are', async () => {
    const lost = createSecretBox(`lost:${Buffer.alloc(32, 3).toString('base64')}`);
    const store = await world.current.createStore();
    const sealed = lost.seal('whsec_lost', webhookSecretContext({ ...store, environment: 'sandbox' }));
    await query('update webhook_endpoints set secret = $1 where company_id = $2', [sealed, store.companyId]);
    expect((await rotate(`${NEW_KEY},${TEST_KEYS}`)).webhook_secrets).toMatchObject({ unreadable: 1 });
    expect(await query('select secret from webhook_endpoints where company_id = $1', [store.companyId])).toEqual([
      { secret: sealed },
    ]);
    await query('delete from webhook_endpoints where company_id = $1', [store.companyId]);
  });

  test('takes many batches, and loses nothing of what the API writes meanwhile', async () => {
    const box = createSecretBox(TEST_KEYS);
    const store = await world.current.createStore();
    const context = webhookSecretContext({ ...store, environment: 'sandbox' });
    const values = Array.from({ length: 450 }, (_, n) => box.seal(`whsec_${n}`, context));
    await query(
      `insert into webhook_endpoints (company_id, environment, url, events, secret, enabled, created_at, updated_at)
       select $1, 'sandbox', 'https://store.example/', '{*}', secret, false, now(), now() from unnest($2::text[]) as secret`,
      [store.companyId, values],
    );
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    const both = createSecretBox(`${NEW_KEY},${TEST_KEYS}`);
    // The API rotates the secret of a row between its being read and its being written.
    let opened = 0;
    const meanwhile = box.seal('whsec_written_meanwhile', context);
    const interrupted = {
      ...both,
      open(text: string, of: string) {
        if (++opened === 1)
          pending.push(query('update webhook_endpoints set secret = $1 where secret = $2', [meanwhile, text]));
        return both.open(text, of);
      },
    };
    const pending: Promise<unknown>[] = [];
    const em = orm.em.fork();
    const execute = em.execute.bind(em);
    em.execute = (async (...args: Parameters<typeof execute>) => {
      await Promise.all(pending);
      return execute(...args);
    }) as typeof em.execute;
    const first = await rotateEncryption(em, interrupted);
    expect(first.webhook_secrets!.resealed).toBeGreaterThanOrEqual(450);
    const rows = await query<{ secret: string }>('select secret from webhook_endpoints where company_id = $1', [
      store.companyId,
    ]);
    expect(rows.filter(({ secret }) => secret === meanwhile)).toHaveLength(1);
    // The next run finds secrets that were written with the old key meanwhile.
    expect((await rotateEncryption(orm.em.fork(), both)).webhook_secrets).toEqual({ resealed: 1, unreadable: 0 });
    await orm.close();
    expect(await sealedWith('test')).toEqual({});
  });
});
