import { beforeAll, describe, expect, test } from '@jest/globals';
import { readReport } from '../../../src/payments/messages/receive-report.ts';
import { confirmPayment } from '../../support/gateway-callback.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const KEY = 'a key of the mailbox, with over 32 characters';
const TOKEN = 'abcdefghijklmnopqrstuvwx';

/** As Postfix writes it (RFC 3464). */
const bounce = (token: string, action = 'failed', status = '5.1.1'): string =>
  `Return-Path: <>
From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: cobranca@fatura.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="0F1E.1732"

--0F1E.1732
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.com.

<ana@example.com>: host mail.example.com said: 550 5.1.1 no such user

--0F1E.1732
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
X-Postfix-Queue-ID: 0F1E

Final-Recipient: rfc822; ana@example.com
Original-Recipient: rfc822;ana@example.com
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--0F1E.1732
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Padaria Estrela <cobranca@fatura.example>
To: ana@example.com
Message-ID: <fatura.${token}@fatura.example>
Subject: Padaria Estrela

--0F1E.1732--
`.replaceAll('\n', '\r\n');

/** As a mail provider writes it when its reader says "spam" (RFC 5965). */
const complaint = (token: string): string =>
  `From: <fbl@provider.example>
Subject: FW: Padaria Estrela
To: <abuse@fatura.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d"

--part1_13d
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--part1_13d
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1

--part1_13d
Content-Type: message/rfc822
Content-Disposition: inline

From: Padaria Estrela <cobranca@fatura.example>
To: ana@example.com
Message-ID: <fatura.${token}@fatura.example>
Subject: Padaria Estrela

Oi
--part1_13d--
`.replaceAll('\n', '\r\n');

describe('the report of a mail server', () => {
  test.each([
    ['of a mailbox that there is not', bounce(TOKEN), { kind: 'bounced', token: TOKEN, status: '5.1.1' }],
    ['of a reader who did not want it', complaint(TOKEN), { kind: 'complained', token: TOKEN, status: 'abuse' }],
    ['that it is late', bounce(TOKEN, 'delayed', '4.4.1'), null],
    ['about a mail of somebody else', bounce('short'), null],
    ['that is none', 'From: ana@example.com\r\nSubject: Re: Oi\r\n\r\nPaguei ontem.\r\n', null],
    ['that is nothing', '', null],
  ])('%s is read', async (_what, mail, report) => {
    expect(await readReport(mail)).toEqual(report);
  });
});

describe('the address for reports', () => {
  const world = useApiWorld({ settings: { mailReportsKey: KEY } });
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
    await store.sandbox.request('PATCH', '/api/v1/reminder-schedule', { enabled: true });
  });

  async function receipt(): Promise<{ id: number; token: string }> {
    const invoice = await store.createInvoice();
    await confirmPayment(world.current, { attemptId: invoice.payments[0]!.id, amountCents: 10_000 });
    const [row] = await world.current.database.query<{ id: string; token: string }>(
      `select id, token from payer_messages where invoice_id = $1`,
      [invoice.id],
    );
    return { id: Number(row!.id), token: row!.token };
  }
  const hand = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${world.current.baseUrl}/mail/reports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'message/rfc822', ...headers },
      body,
    });

  test.each([
    ['bounced', bounce, '5.1.1'],
    ['complained', complaint, 'abuse'],
  ] as const)(
    'takes note that a message has %s, once, and its payer gets no more reminders',
    async (kind, write, reason) => {
      const { id, token } = await receipt();
      for (let times = 0; times < 2; times += 1) {
        const answer = await hand(write(token));
        expect([answer.status, await answer.json()]).toEqual([200, { known: true }]);
      }
      expect((await store.sandbox.get(`/api/v1/messages/${id}`)).body).toMatchObject({ status: kind, reason });
      const customer = await store.sandbox.get(`/api/v1/customers/${store.customerId}`);
      expect(customer.body).toMatchObject({ accepts_reminders: false, reminder_stop: kind });
    },
  );

  test('says that it knows no such message, and refuses whoever has no key and what is no mail', async () => {
    expect(await (await hand(bounce(TOKEN))).json()).toEqual({ known: false });
    const refused = await Promise.all([
      hand(bounce(TOKEN), { Authorization: 'Bearer another key of over 32 characters' }),
      hand('{}', { 'Content-Type': 'application/json' }),
      hand('x'.repeat(1_200_000)),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 415, 413]);
  });
});
