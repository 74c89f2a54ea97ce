import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { queueDisputeAlerts } from '../../src/payments/disputes/queue-dispute-alerts.ts';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { openDatabase } from '../../src/app/open-database.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { advanceClock } from '../support/store-clock.ts';
import { createStripePlatform, type StripePlatform } from '../support/stripe-store.ts';
import { startStripeServer, type StripeServer } from '../support/stripe-server.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, TEST_KEYS, type TestStore, type World } from '../support/world.ts';

interface DisputeBody {
  id: number;
  kind: string;
  status: string;
  answer: string | null;
  answer_until: string | null;
  answer_refusal: string | null;
}

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const PDF = base64('%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
const DAY = 86_400_000;

describe('disputes', () => {
  let temporal: TemporalServer;
  let stripe: StripeServer;
  let world: World;
  let orm: MikroORM;
  let platform: StripePlatform;
  beforeAll(async () => {
    [temporal, stripe] = await Promise.all([startTemporal(), startStripeServer()]);
    world = await createWorld({ temporalAddress: temporal.address, settings: { stripeApiUrl: stripe.url } });
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 2 });
    platform = createStripePlatform({ world, stripe, orm });
  });
  afterAll(async () => {
    await orm?.close();
    await world?.stop();
    await Promise.all([temporal?.stop(), stripe?.stop()]);
  });

  /** An invoice that is paid, and whose payer's bank wants the money back. */
  async function disputed(
    store: TestStore,
    method: 'pix' | 'card' = 'pix',
  ): Promise<{ id: number; dispute: DisputeBody }> {
    const { id } = await store.createInvoice({ payment_method: method });
    const play = (outcome: string) => store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome });
    await play('confirmed');
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'paid',
    );
    await play('disputed');
    const dispute = await eventually(
      async () => (await disputesOf(store, id))[0],
      (one) => one !== undefined,
    );
    return { id, dispute: dispute! };
  }
  const disputesOf = async ({ sandbox }: Pick<TestStore, 'sandbox'>, invoiceId: number) =>
    (await sandbox.get<{ data: DisputeBody[] }>(`/api/v1/disputes?invoice_id=${invoiceId}`)).body.data;
  const addFile = (store: Pick<TestStore, 'sandbox'>, disputeId: number, fields: Record<string, unknown> = {}) =>
    store.sandbox.post<{ id: number; code?: string; errors?: { field: string; code: string }[] }>(
      `/api/v1/disputes/${disputeId}/files`,
      { kind: 'receipt', name: 'recibo.pdf', content: PDF, ...fields },
    );
  const answer = (store: Pick<TestStore, 'sandbox'>, disputeId: number, explanation: string) =>
    store.sandbox.post<DisputeBody & { code?: string }>(`/api/v1/disputes/${disputeId}/answer`, { explanation });
  /** Mails to somebody, once all that are due are ordered: the API orders them now and then too. */
  const mailsTo = async (email: string) => {
    const deps = {
      em: orm.em,
      secrets: createSecretBox(TEST_KEYS),
      publicUrl: 'https://x',
      log: pino({ level: 'silent' }),
    };
    await queueDisputeAlerts(deps);
    const [row] = await world.database.query<{ count: number }>(
      'select count(*)::int as count from mails where recipient = $1',
      [email],
    );
    return row!.count;
  };

  test('the time to answer passes by the clock: reminders, then its end, each once', async () => {
    const store = await world.createStore();
    const { email } = await signedIn(world, { companyId: store.companyId });
    const { id, dispute } = await disputed(store);
    expect(dispute).toMatchObject({ kind: 'med', status: 'open', answer: 'awaited' });
    const now = Date.now();
    expect(Date.parse(dispute.answer_until!) - now).toBeGreaterThan(6.9 * DAY);
    expect(await mailsTo(email)).toBe(1);
    expect(await mailsTo(email)).toBe(1);
    const clock = await advanceClock(store, { advance: 'P5D' });
    expect(clock.next).toMatchObject({ what: 'dispute_due', invoice_id: id });
    const due = () => store.receiver.received.filter(({ event }) => event === 'invoice.dispute_answer_due');
    await eventually(
      () => due().length,
      (count) => count === 1,
    );
    expect(due()[0]!.data).toMatchObject({ dispute_id: dispute.id, days_left: 3, answer: 'awaited' });
    expect(await mailsTo(email)).toBe(2);
    await advanceClock(store, { advance: 'P3D' });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.dispute_updated'),
    );
    expect(due().map(({ data }) => data.days_left)).toEqual([3, 1]);
    expect(await disputesOf(store, id)).toMatchObject([{ status: 'open', answer: 'lapsed' }]);
    // The API tells the last of two steps that it sees at once.
    expect(await mailsTo(email)).toBeGreaterThanOrEqual(3);
    expect((await answer(store, dispute.id, 'Too late.')).body.code).toBe('answer_not_awaited');
    // The bank decides without an answer, and its decision changes the amounts.
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'dispute_lost' });
    const lost = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'refunded',
    );
    expect(lost).toMatchObject({ amount_disputed: 0, amount_refunded: 100 });
  });

  test('an answer with files reaches the gateway once, and the bank decides for the store', async () => {
    const store = await world.createStore();
    const { id, dispute } = await disputed(store, 'card');
    expect(dispute).toMatchObject({ kind: 'chargeback', answer: 'awaited' });
    expect((await addFile(store, dispute.id)).status).toBe(201);
    // A file of the same kind takes the place of the one before.
    const second = await addFile(store, dispute.id, { name: 'melhor.pdf' });
    const wrong = await addFile(store, dispute.id, { kind: 'other', name: 'errado.pdf' });
    expect((await store.sandbox.request('DELETE', `/api/v1/evidence-files/${wrong.body.id}`)).status).toBe(204);
    const { body: files } = await store.sandbox.get<{ data: object[] }>(`/api/v1/disputes/${dispute.id}/files`);
    expect(files.data).toEqual([
      expect.objectContaining({ id: second.body.id, name: 'melhor.pdf', media_type: 'application/pdf' }),
    ]);
    const sealed = await world.database.query<{ content: string }>('select content from dispute_files');
    expect(sealed.every(({ content }) => content.startsWith('test:') && !content.includes(PDF))).toBe(true);

    const answered = await answer(store, dispute.id, 'Delivered and signed: winning_evidence');
    expect(answered).toMatchObject({ status: 200, body: { answer: 'sending' } });
    await eventually(
      () => disputesOf(store, id),
      ([one]) => one?.status === 'won',
    );
    expect(await disputesOf(store, id)).toMatchObject([{ status: 'won', answer: 'sent' }]);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_disputed: 0, amount_refunded: 0 });
    expect((await answer(store, dispute.id, 'Once more.')).body.code).toBe('answer_not_awaited');
    expect((await addFile(store, dispute.id)).body.code).toBe('answer_not_awaited');
    // The gateway has the files: nobody needs them here.
    expect(await world.database.query('select id from dispute_files where dispute_id = $1', [dispute.id])).toEqual([]);
    const told = store.receiver.received.filter(({ event }) => event === 'invoice.dispute_updated');
    expect(told.map(({ data }) => [data.dispute_status, data.answer])).toEqual(
      expect.arrayContaining([
        ['open', 'sending'],
        ['open', 'sent'],
      ]),
    );
  });

  test.each([
    ['a script', base64('%PDF-1.7\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\n%%EOF'), 'active_file'],
    ['a password', base64('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>\n%%EOF'), 'active_file'],
    ['the end cut off', base64('%PDF-1.7\n1 0 obj'), 'incomplete_file'],
    ['another type', base64('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'unknown_type'],
    ['3 MB', base64(`%PDF-1.7${' '.repeat(2_000_001)}%%EOF`), 'string.max'],
  ])('a file with %s is refused by its field', async (_what, content, code) => {
    const store = await world.createStore();
    const { dispute } = await disputed(store);
    const { status, body } = await addFile(store, dispute.id, { content });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'content', code })]]);
  });

  test('a dispute that is decided before its mail is ordered needs none', async () => {
    const store = await world.createStore();
    const { email } = await signedIn(world, { companyId: store.companyId });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_dispute_lost' });
    await eventually(
      () => disputesOf(store, id),
      ([one]) => one?.status === 'lost',
    );
    // Ordered anew: the API may have ordered the mail between the beginning and the end of the dispute.
    await world.database.query('delete from mails where recipient = $1', [email]);
    await world.database.query('update disputes set alert_due = 7 where invoice_id = $1', [id]);
    expect(await mailsTo(email)).toBe(0);
    expect(await world.database.query('select alert_due from disputes where invoice_id = $1', [id])).toEqual([
      { alert_due: null },
    ]);
  });

  test('at Stripe the files and the words are the evidence, submitted once although an answer is lost', async () => {
    const store = await platform.createStore();
    const { id, intent } = await store.paidByCard();
    await store.callBack();
    stripe.openDispute(intent.id, { reason: 'product_not_received' });
    await store.callBack();
    const api = { sandbox: store.api };
    const dispute = await eventually(
      async () => (await disputesOf(api, id))[0],
      (one) => one !== undefined,
    );
    await addFile(api, dispute!.id, { kind: 'shipping_documentation', name: 'entrega.pdf' });
    stripe.failNext({ method: 'POST', path: /^\/v1\/disputes\//, how: '500_after' });
    await answer(api, dispute!.id, 'Delivered on the second day. winning_evidence');
    await eventually(
      () => disputesOf(api, id),
      ([one]) => one?.answer === 'sent',
    );
    const [there] = stripe.disputes();
    expect(there).toMatchObject({
      evidence: {
        uncategorized_text: expect.stringContaining('second day'),
        shipping_documentation: expect.any(String),
      },
      evidence_details: { submission_count: 1 },
    });
    await store.callBack();
    await eventually(
      () => disputesOf(api, id),
      ([one]) => one?.status === 'won',
    );
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_disputed: 0 });
  });

  test('a person adds a file and answers in the panel', async () => {
    const store = await world.createStore();
    const { id, dispute } = await disputed(store);
    const owner = await signedIn(world, { companyId: store.companyId });
    const base = `/panel/stores/${store.companyId}/sandbox`;
    expect((await owner.get(`${base}/invoices/${id}`)).html).toContain(`${base}/disputes?invoice_id=${id}`);
    expect((await owner.get(`${base}/disputes`)).html).toContain(`${base}/disputes/${dispute.id}`);
    const page = `${base}/disputes/${dispute.id}`;
    const parts = { 'Content-Type': 'multipart/form-data' };
    const none = await owner.post(`${page}/files`, { kind: 'receipt' }, parts);
    expect([none.status, none.html]).toEqual([422, expect.stringContaining('Choose a file.')]);
    const sent = await owner.submit(page, `${page}/answer`, { explanation: 'It arrived. losing_evidence' });
    expect((await owner.get(sent.location!)).html).toContain('The answer is on its way to the gateway.');
    await eventually(
      () => disputesOf(store, id),
      ([one]) => one?.status === 'lost',
    );
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'refunded' });
  });

  test('a sandbox plays fees, days, a dispute and a payout by the clock of its store', async () => {
    const store = await world.createStore();
    const balance = async () =>
      (await store.sandbox.get<{ available: number; pending: number; disputed: number }>('/api/v1/balance')).body;
    const shows = (expected: object) => eventually(balance, (one) => isMatch(one, expected));
    // A Pix costs 0.99 % and is there at once; a card costs 2.99 % and R$ 0.39, and is there after thirty days.
    const { id: byPix } = await store.createInvoice();
    await store.sandbox.create(`/api/v1/sandbox/invoices/${byPix}/payment`, { outcome: 'confirmed' });
    const { id: byCard } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${byCard}/payments`, { card_token: 'tok_disputed' });
    // As at Stripe, the bank's claim is taken from what is there.
    await shows({ available: -0.99, pending: 96.62, disputed: 100 });
    const [dispute] = await disputesOf(store, byCard);
    expect((await answer(store, dispute!.id, 'Entregue e assinado: winning_evidence')).status).toBe(200);
    await shows({ available: 99.01, pending: 96.62, disputed: 0 });
    await advanceClock(store, { advance: 'P32D' });
    await shows({ available: 195.63, pending: 0 });
    const payout = await store.sandbox.create<{ amount: number; unexplained: number }>('/api/v1/sandbox/payouts', {});
    expect(payout).toMatchObject({ amount: 195.63, unexplained: 0 });
    await shows({ available: 0, pending: 0, disputed: 0 });
  });
});

/** Whether something has all of these values. */
function isMatch(one: object, expected: object): boolean {
  return Object.entries(expected).every(([name, value]) => (one as Record<string, unknown>)[name] === value);
}
