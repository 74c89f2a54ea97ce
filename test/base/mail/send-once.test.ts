import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMailer } from '../../../src/base/mail/create-mailer.ts';
import type { PayerMailer } from '../../../src/base/mail/mailer.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';

const MAIL = { to: 'ana@example.com', subject: 'Olá', text: 'Oi', html: '<p>Oi</p>', fromName: 'Padaria "Estrela"' };

describe('a mail that nobody may get twice', () => {
  let server: MailServer;
  let mailer: PayerMailer;
  beforeAll(async () => {
    server = await startMailServer();
    mailer = await createMailer({ smtpUrl: server.url, from: 'Fatura <cobranca@fatura.example>' });
  });
  beforeEach(() => void server.mails.splice(0));
  afterAll(async () => {
    mailer?.close();
    await server?.stop();
  });

  test('is taken with its two forms, its headers and the name of the store', async () => {
    const headers = { 'List-Unsubscribe': '<https://a.example/u>', 'Auto-Submitted': 'auto-generated' };
    const mail = { ...MAIL, headers, messageId: '<fatura.1@a.example>', replyTo: 'loja@example.com' };
    expect(await mailer.sendOnce(mail)).toEqual({ status: 'sent' });
    expect(server.mails).toMatchObject([
      {
        ...{ to: MAIL.to, subject: 'Olá', text: 'Oi\n', html: '<p>Oi</p>\n' },
        headers: {
          from: '"Padaria \\"Estrela\\"" <cobranca@fatura.example>',
          'reply-to': 'loja@example.com',
          'message-id': '<fatura.1@a.example>',
          'list-unsubscribe': '<https://a.example/u>',
          'auto-submitted': 'auto-generated',
        },
      },
    ]);
  });

  test.each([
    ['a mailbox that there is not', { at: 'rcpt', code: 550 }, { status: 'refused', reason: 'bounced' }],
    ['a mailbox that is full now', { at: 'rcpt', code: 452 }, { status: 'unavailable' }],
    ['a mail that is refused', { at: 'data', code: 554 }, { status: 'refused', reason: 'refused' }],
    ['a mail that is put off', { at: 'data', code: 451 }, { status: 'unavailable' }],
    ['a line that breaks before', { at: 'mail' }, { status: 'unavailable' }],
    ['a line that breaks with the mail', { at: 'end', isTaken: false }, { status: 'unknown' }],
    ['a line that breaks with a mail that was taken', { at: 'end', isTaken: true }, { status: 'unknown' }],
  ] as const)('with %s ends as what is known', async (_what, fault, outcome) => {
    server.failNext(fault);
    expect(await mailer.sendOnce(MAIL)).toMatchObject(outcome);
    expect(server.mails).toHaveLength('isTaken' in fault && fault.isTaken ? 1 : 0);
  });

  test('with no server there was certainly not taken', async () => {
    const nowhere = await createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'cobranca@fatura.example' });
    expect(await nowhere.sendOnce(MAIL)).toMatchObject({ status: 'unavailable' });
    nowhere.close();
  });
});
