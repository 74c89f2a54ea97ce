import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { addDays, isBusinessDay, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { eventually } from '../support/eventually.ts';
import { historyOf } from '../support/histories.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { DAY, MINUTE } from '../support/skipped-time.ts';
import { PAYER, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

const ZONE = 'America/Sao_Paulo';

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

  /** A day that many days ahead or later, with ten business days around it. */
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
    const { events = [] } = (await historyOf(platform.current.world.env, id)) as { events?: unknown[] };
    expect(JSON.stringify(events)).not.toContain(PAYER.email);
  });
});
void DAY;
void nextBusinessDay;
