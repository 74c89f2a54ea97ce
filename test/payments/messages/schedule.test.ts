import { beforeAll, describe, expect, test } from '@jest/globals';
import { confirmPayment } from '../../support/gateway-callback.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const PATH = '/api/v1/reminder-schedule';
const TWILIO = {
  ...{ account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a-secret-token-of-twilio' },
  ...{ sms_from: '+15005550006', whatsapp_from: null },
};

interface Problem {
  code: string;
  errors: { field: string; code: string; message: string }[];
}

describe('the reminder schedule of a store', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  const change = <T = Record<string, unknown>>(body: unknown) => store.sandbox.request<T>('PATCH', PATH, body);

  test('is off until the store switches it on, in one environment', async () => {
    const first = await store.sandbox.get<{ enabled: boolean; steps: { name: string }[] }>(PATH);
    expect(first.body).toMatchObject({
      enabled: false,
      language: 'pt',
      quiet_hours: { from: '20:00', until: '08:00' },
    });
    expect(first.body.steps.map(({ name }) => name)).toEqual([
      ...['three-days-before', 'on-the-day', 'one-day-after', 'one-week-after'],
    ]);
    const invoice = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    expect((await store.sandbox.get('/api/v1/messages')).body).toEqual({ data: [], has_more: false });
    expect((await change({ enabled: true })).body).toMatchObject({ enabled: true });
    expect((await store.production.get(PATH)).body).toMatchObject({ enabled: false });
  });

  test('keeps what is not given, and the words of the steps that stay', async () => {
    const words = { pt: { subject: 'Oi, {{first_name}}', text: 'Pague {{amount}}', whatsapp_template: null } };
    await change({ steps: [{ name: 'due', days: 0, words }], receipt_words: words });
    const after = await change({ language: 'es' });
    expect(after.body).toMatchObject({
      ...{ enabled: true, language: 'es', receipt_words: words },
      steps: [{ name: 'due', days: 0, time: '09:00', channel: 'email', payment_methods: [], words }],
    });
    const preview = await store.sandbox.create(`${PATH}/preview`, { language: 'pt' });
    expect(preview).toMatchObject({
      subject: 'Oi, Maria',
      text: expect.stringMatching(/^Pague R\$\s299,80\n/) as unknown,
    });
  });

  test.each([
    [
      'a name twice',
      {
        steps: [
          { name: 'a', days: 1 },
          { name: 'a', days: 2 },
        ],
      },
      'steps[1].name',
      'not_unique',
    ],
    ['a name of other words', { steps: [{ name: 'receipt', days: 1 }] }, 'steps[0].name', 'reserved'],
    ['an hour of the night', { steps: [{ name: 'a', days: 1, time: '23:00' }] }, 'steps[0].time', 'in_quiet_hours'],
    [
      'quiet hours that a step lies in',
      { quiet_hours: { from: '08:00', until: '10:00' } },
      'steps[0].time',
      'in_quiet_hours',
    ],
    [
      'a channel without an account',
      { steps: [{ name: 'a', days: 1, channel: 'sms' }] },
      'steps[0].channel',
      'no_provider',
    ],
    [
      'a placeholder that there is not',
      { steps: [{ name: 'a', days: 1, words: { en: { text: 'Hi {{nome}}' } } }] },
      ...(['steps[0].words.en.text', 'unknown_placeholder'] as const),
    ],
    [
      'a placeholder of a receipt',
      { receipt_words: { pt: { text: '{{x}}' } } },
      'receipt_words.pt.text',
      'unknown_placeholder',
    ],
    ['too many days', { steps: [{ name: 'a', days: 181 }] }, 'steps[0].days', 'number.max'],
    ['no time of day', { steps: [{ name: 'a', days: 1, time: '24:00' }] }, 'steps[0].time', 'string.pattern.base'],
    ['a name with spaces', { steps: [{ name: 'Três dias', days: 1 }] }, 'steps[0].name', 'string.pattern.base'],
  ])('refuses %s, by its field, and changes nothing', async (_what, body, field, code) => {
    const before = (await store.sandbox.get(PATH)).body;
    const { status, body: problem } = await change<Problem>(body);
    expect([status, problem.errors.map((error) => [error.field, error.code])]).toEqual([422, [[field, code]]]);
    expect(problem.errors[0]!.message).toContain(field.split('.').at(-1)!);
    expect((await store.sandbox.get(PATH)).body).toEqual(before);
  });

  test('keeps the token of the account sealed, and asks for an account before a step uses it', async () => {
    const { auth_token: token, ...shown } = TWILIO;
    const changed = await change({ twilio: TWILIO, steps: [{ name: 'sms', days: 1, channel: 'sms' }] });
    expect([changed.status, changed.body.twilio]).toEqual([200, shown]);
    const [row] = await world.current.database.query<{ sealed: string }>(
      `select twilio_account as sealed from store_settings where company_id = $1 and environment = 'sandbox'`,
      [store.companyId],
    );
    expect(row!.sealed).not.toContain(token);
    const audit = await world.current.database.query('select details::text as details from audit_entries');
    expect(JSON.stringify(audit)).not.toContain(token);
    const removed = await change<Problem>({ twilio: null });
    expect(removed.body.errors).toMatchObject([{ field: 'steps[0].channel', code: 'no_provider' }]);
    expect((await change({ twilio: null, steps: [] })).body).toMatchObject({ twilio: null, steps: [] });
  });

  test('is previewed by a step that it has, for an invoice of the store', async () => {
    await change({ steps: [{ name: 'due', days: 0 }] });
    const invoice = await store.createInvoice({ payment_method: 'boleto' });
    const preview = await store.sandbox.create(`${PATH}/preview`, { invoice_id: invoice.id, language: 'en' });
    expect(preview).toMatchObject({ subject: expect.stringContaining('R$100.00') as unknown });
    const wrong = await store.sandbox.post<Problem>(`${PATH}/preview`, { step: 'nothing' });
    expect([wrong.status, wrong.body.errors[0]!.message]).toEqual([422, 'step must be one of due.']);
    expect((await store.sandbox.post<Problem>(`${PATH}/preview`, { invoice_id: 999_999 })).body.errors).toMatchObject([
      { field: 'invoice_id', code: 'not_found' },
    ]);
  });
});
