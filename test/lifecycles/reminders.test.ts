import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { addDays, isBusinessDay } from '../../src/base/calendar/business-day.ts';
import { eventually } from '../support/eventually.ts';
import { historyOf } from '../support/histories.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { DAY, MINUTE } from '../support/skipped-time.ts';
import { PAYER, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

const ZONE = 'America/Sao_Paulo';

/** The payer, or the mail server's words about the payer's address. */
const NAMES_PAYER = new RegExp(`${PAYER.email}|${PAYER.name}|is refused`);

interface Message {
  id: number;
  kind: string;
  step: string | null;
  status: string;
  reason: string | null;
  send_at: string;
}

describe('reminders, receipts and refund notices', () => {
  let mailServer: MailServer;
  const now = (): Promise<Date> => platform.current.world.now();
  const platform = useStripeWorld({
    settings: async () => {
      mailServer = await startMailServer({ now });
      return { mail: { smtpUrl: mailServer.url, from: 'Fatura <cobranca@fatura.example>' } };
    },
  });
  afterAll(() => mailServer?.stop());
  afterEach(() => void mailServer.mails.splice(0));

  const local = (at: Date): string => DateTime.fromJSDate(at, { zone: ZONE }).toFormat('yyyy-MM-dd HH:mm');
  const moment = (day: string, time: string): number => DateTime.fromISO(`${day}T${time}`, { zone: ZONE }).toMillis();
  const advanceTo = async (at: number): Promise<void> => platform.current.advance(at - (await now()).getTime());
  const today = async (): Promise<string> => DateTime.fromJSDate(await now(), { zone: ZONE }).toISODate()!;
  const messagesOf = async (store: StripeStore, invoiceId: number): Promise<Message[]> => {
    const { body } = await store.api.get<{ data: Message[] }>(`/api/v1/messages?invoice_id=${invoiceId}`);
    return body.data.reverse();
  };

  /** A day that many days ahead or later, with business days around it. */
  async function weekdayAhead(days: number): Promise<string> {
    let day = addDays(await today(), days);
    while (![-3, 0, 1, 2].every((away) => isBusinessDay(addDays(day, away)))) day = addDays(day, 1);
    return day;
  }

  async function remindingStore(changes: Record<string, unknown> = {}): Promise<StripeStore> {
    const store = await platform.current.createStore();
    const { status } = await store.api.request('PATCH', '/api/v1/reminder-schedule', {
      enabled: true,
      steps: [
        { name: 'before', days: -3, time: '09:00' },
        { name: 'due', days: 0, time: '08:30' },
        { name: 'after', days: 1, time: '10:15' },
        { name: 'much-later', days: 2, time: '10:15' },
      ],
      ...changes,
    });
    expect(status).toBe(200);
    return store;
  }

  /** All that Temporal has of an invoice's run, its payloads decoded. */
  async function toldToTemporal(invoiceId: number): Promise<string> {
    const history = JSON.stringify(await historyOf(platform.current.world.env, invoiceId));
    const told = history.replace(/"data":"([\w+/=]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString());
    expect(told).toContain('"messageId":');
    return told;
  }

  const received = (subject: RegExp): ReceivedMail[] => mailServer.mails.filter((mail) => subject.test(mail.subject));

  test('each step writes once, at its hour in the time zone of the store, and none after the payment', async () => {
    const store = await remindingStore();
    const due = await weekdayAhead(6);
    const { id } = await store.pending({ payment_method: 'boleto', due_date: due });
    const next = await store.api.get(`/api/v1/invoices/${id}/reminders`);
    const first = new Date(moment(addDays(due, -3), '09:00'));
    expect(next.body).toEqual({ invoice_id: id, held_at: null, next: { step: 'before', at: first.toISOString() } });

    await advanceTo(first.getTime() - MINUTE);
    expect(mailServer.mails).toEqual([]);
    for (const [days, time] of [
      [-3, '09:00'],
      [0, '08:30'],
      [1, '10:15'],
    ] as const) {
      const before = mailServer.mails.length;
      await advanceTo(moment(addDays(due, days), time) + MINUTE);
      await eventually(
        () => mailServer.mails.length,
        (count) => count > before,
      );
    }
    expect(mailServer.mails.map(({ at }) => local(at))).toEqual([
      `${addDays(due, -3)} 09:00`,
      `${due} 08:30`,
      `${addDays(due, 1)} 10:15`,
    ]);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([PAYER.email, PAYER.email, PAYER.email]);
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Padaria Estrela: sua cobrança de R\$\s100,00 vence em /),
      expect.stringMatching(/vence hoje$/),
      expect.stringMatching(/está vencida$/),
    ]);

    await store.api.post(`/api/v1/invoices/${id}/external-payments`, { method: 'cash' });
    await eventually(
      () => received(/recebemos seu pagamento/),
      (mails) => mails.length > 0,
    );
    await advanceTo(moment(addDays(due, 20), '12:00'));
    expect(mailServer.mails).toHaveLength(4);
    expect((await messagesOf(store, id)).map(({ kind, step, status }) => [kind, step, status])).toEqual([
      ['reminder', 'before', 'sent'],
      ['reminder', 'due', 'sent'],
      ['reminder', 'after', 'sent'],
      ['receipt', null, 'sent'],
    ]);
    expect(await toldToTemporal(id)).not.toMatch(NAMES_PAYER);
  });

  /** A boleto of a store with one step, which has come when this returns. */
  async function remindedOf(store: StripeStore, days = 0): Promise<{ id: number; due: string; at: number }> {
    const due = await weekdayAhead(4);
    const { id } = await store.pending({ payment_method: 'boleto', due_date: due });
    const at = moment(addDays(due, days), '09:00');
    await advanceTo(at + MINUTE);
    return { id, due, at };
  }
  const oneStep = { steps: [{ name: 'due', days: 0, time: '09:00' }] };
  const statusOf = async (store: StripeStore, id: number): Promise<string[]> =>
    (await messagesOf(store, id)).map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));

  test('a reminder by hand goes out at once, also where the schedule is switched off, and waits in quiet hours', async () => {
    const store = await platform.current.createStore();
    const { id } = await store.pending();
    await advanceTo(moment(addDays(await today(), 1), '10:00'));
    await store.api.create(`/api/v1/invoices/${id}/reminders`);
    const [mail] = await eventually(
      () => received(/espera o pagamento$/),
      (mails) => mails.length > 0,
    );
    expect(mail!.to).toBe(PAYER.email);
    await store.api.request('PATCH', '/api/v1/reminder-schedule', {
      enabled: false,
      quiet_from: '20:00',
      quiet_until: '08:00',
    });
    const late = await store.pending();
    const evening = await today();
    await advanceTo(moment(evening, '22:00'));
    await store.api.create(`/api/v1/invoices/${late.id}/reminders`);
    await advanceTo(moment(addDays(evening, 1), '07:59'));
    expect(received(/espera o pagamento$/)).toHaveLength(1);
    await advanceTo(moment(addDays(evening, 1), '08:05'));
    const mails = await eventually(
      () => received(/espera o pagamento$/),
      ({ length }) => length > 1,
    );
    expect(local(mails.at(-1)!.at)).toMatch(/08:0\d$/);
    const messages = await eventually(
      () => messagesOf(store, late.id),
      (seen) => seen.every(({ status }) => status !== 'sending'),
    );
    expect(messages.map(({ step, status }) => [step, status])).toEqual([[null, 'sent']]);
  });

  test('a mail server that is away is waited for, and the mail goes out once', async () => {
    const store = await remindingStore(oneStep);
    mailServer.failNext({ at: 'rcpt', code: 451 }, { at: 'mail' }, { at: 'data', code: 421 });
    const { id } = await remindedOf(store);
    await eventually(
      async () => {
        await platform.current.advance(MINUTE);
        return statusOf(store, id);
      },
      (statuses) => statuses.includes('sent'),
    );
    expect(mailServer.mails).toHaveLength(1);
    expect(await toldToTemporal(id)).not.toMatch(NAMES_PAYER);
  });

  test('a line that breaks while the mail is handed over has it sent no second time', async () => {
    const store = await remindingStore(oneStep);
    mailServer.failNext({ at: 'end', isTaken: true });
    const { id } = await remindedOf(store);
    await eventually(
      () => statusOf(store, id),
      (statuses) => statuses.includes('unknown: connection_lost'),
    );
    await platform.current.advance(DAY);
    expect(mailServer.mails).toHaveLength(1);
  });

  test('a button of the mail program opts out, of all invoices of that store, and receipts still come', async () => {
    const store = await remindingStore(oneStep);
    const other = await remindingStore(oneStep);
    const { id } = await remindedOf(store);
    const [mail] = await eventually(
      () => mailServer.mails,
      ({ length }) => length > 0,
    );
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      from: 'Padaria Estrela <cobranca@fatura.example>',
    });
    const address = mail!.headers['list-unsubscribe']!.slice(1, -1);
    // Mail programs open links beforehand: that changes nothing.
    expect(await (await fetch(address, { headers: { 'Accept-Language': 'en' } })).text()).toContain(
      'Stop the reminders',
    );
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (let times = 0; times < 2; times += 1) {
      const answer = await fetch(address, {
        method: 'POST',
        body,
        headers: { 'Accept-Language': 'pt' },
        redirect: 'manual',
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Pronto')]);
    }
    expect(
      (await fetch(address.replace(/.{24}(?=\/unsubscribe$)/, 'x'.repeat(24)), { method: 'POST', body })).status,
    ).toBe(404);
    const customer = await store.api.get(`/api/v1/customers/${store.customerId}`);
    expect(customer.body).toMatchObject({ accepts_reminders: false, reminder_stop: 'unsubscribed' });

    mailServer.mails.splice(0);
    const next = await remindedOf(store);
    const elsewhere = await remindedOf(other);
    await eventually(
      () => statusOf(store, next.id),
      (statuses) => statuses.includes('skipped: unsubscribed'),
    );
    await eventually(
      () => statusOf(other, elsewhere.id),
      (statuses) => statuses.includes('sent'),
    );
    await store.api.create(`/api/v1/invoices/${id}/external-payments`, { method: 'cash' });
    await eventually(
      () => received(/recebemos seu pagamento/),
      ({ length }) => length === 1,
    );
    expect(received(/vence hoje|vencida/)).toHaveLength(1);
    await store.api.request('PATCH', `/api/v1/customers/${store.customerId}`, { accepts_reminders: true });
    expect((await store.api.get(`/api/v1/customers/${store.customerId}`)).body).toMatchObject({ reminder_stop: null });
  });

  test('an address that takes no mail is written to no more, until it is another one', async () => {
    const store = await remindingStore(oneStep);
    mailServer.failNext({ at: 'rcpt', code: 550 });
    const { id } = await remindedOf(store);
    await eventually(
      () => statusOf(store, id),
      (statuses) => statuses.includes('failed: bounced'),
    );
    const again = await remindedOf(store);
    await eventually(
      () => statusOf(store, again.id),
      (statuses) => statuses.includes('skipped: bounced'),
    );
    await store.api.request('PATCH', `/api/v1/customers/${store.customerId}`, { email: 'nova@example.com' });
    const last = await remindedOf(store);
    await eventually(
      () => statusOf(store, last.id),
      (statuses) => statuses.includes('sent'),
    );
    expect(mailServer.mails.map(({ to }) => to)).toEqual(['nova@example.com']);
  });

  test('reminders that are held wait, those that are resumed go on from the next step', async () => {
    const store = await remindingStore();
    const due = await weekdayAhead(6);
    const { id } = await store.pending({ payment_method: 'boleto', due_date: due });
    const held = await store.api.post(`/api/v1/invoices/${id}/reminders/hold`);
    expect(held.body).toMatchObject({ invoice_id: id, held_at: expect.any(String) as unknown, next: null });
    await advanceTo(moment(due, '12:00'));
    expect(await messagesOf(store, id)).toEqual([]);
    const resumed = await store.api.post(`/api/v1/invoices/${id}/reminders/resume`);
    expect(resumed.body).toMatchObject({ held_at: null, next: { step: 'after' } });
    await advanceTo(moment(addDays(due, 1), '10:16'));
    await eventually(
      () => statusOf(store, id),
      (statuses) => statuses.join() === 'sent',
    );
  });

  test('another due date and another schedule move the next reminder of an invoice that is there', async () => {
    const store = await remindingStore(oneStep);
    const due = await weekdayAhead(4);
    const { id } = await store.pending({ payment_method: 'boleto', due_date: due });
    const later = await weekdayAhead(12);
    await store.api.request('PATCH', `/api/v1/invoices/${id}`, { due_date: later });
    await advanceTo(moment(due, '12:00'));
    expect(await messagesOf(store, id)).toEqual([]);
    const nextOf = async () =>
      (await store.api.get<{ next: { step: string; at: string } | null }>(`/api/v1/invoices/${id}/reminders`)).body
        .next;
    expect(await nextOf()).toEqual({ step: 'due', at: new Date(moment(later, '09:00')).toISOString() });

    await store.api.request('PATCH', '/api/v1/reminder-schedule', {
      steps: [{ name: 'earlier', days: -3, time: '11:30' }],
    });
    const at = new Date(moment(addDays(later, -3), '11:30'));
    await eventually(nextOf, (next) => next?.step === 'earlier' && next.at === at.toISOString());
    await advanceTo(at.getTime() + MINUTE);
    await eventually(
      () => statusOf(store, id),
      (statuses) => statuses.join() === 'sent',
    );
    await store.api.request('PATCH', '/api/v1/reminder-schedule', { enabled: false });
    await advanceTo(moment(later, '12:00'));
    expect(await messagesOf(store, id)).toHaveLength(1);
  });

  test('after an outage the last reminder is enough, at an hour at which people are awake', async () => {
    const store = await remindingStore({ quiet_hours: { from: '20:00', until: '08:00' } });
    const due = await weekdayAhead(6);
    const { id } = await store.pending({ payment_method: 'boleto', due_date: due });
    mailServer.isAway = true;
    await advanceTo(moment(addDays(due, 1), '22:00'));
    mailServer.isAway = false;
    await eventually(
      () => statusOf(store, id),
      (statuses) => statuses.length === 3 && statuses.filter((status) => status.startsWith('skipped')).length === 2,
    );
    expect(mailServer.mails).toEqual([]);
    await advanceTo(moment(addDays(due, 2), '08:01'));
    await eventually(
      () => mailServer.mails,
      ({ length }) => length > 0,
    );
    expect(mailServer.mails.map(({ at, subject }) => [local(at).slice(11, 14), /está vencida$/.test(subject)])).toEqual(
      [['08:', true]],
    );
    expect(await statusOf(store, id)).toEqual(['skipped: too_late', 'skipped: too_late', 'sent']);
  });

  test('a refund is told of once, with its own amount, in the language of the payer', async () => {
    const store = await remindingStore(oneStep);
    await store.api.request('PATCH', `/api/v1/customers/${store.customerId}`, { language: 'es' });
    const { id } = await store.paidByCard();
    await store.callBack();
    await store.reach(id, 'paid');
    await store.api.create(`/api/v1/invoices/${id}/refunds`, { amount: 12.5 });
    await eventually(
      async () => {
        await store.callBack();
        return mailServer.mails.length;
      },
      (count) => count === 2,
    );
    expect(mailServer.mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Padaria Estrela: devolvimos (\$|R\$)\s12,50$/),
      expect.stringMatching(/^Padaria Estrela: recibimos su pago de (\$|R\$)\s100,00$/),
    ]);
    expect(mailServer.mails.every(({ headers }) => headers['list-unsubscribe'] === undefined)).toBe(true);
  });
});
