import { describe, expect, test } from '@jest/globals';
import { MESSAGE_LANGUAGES } from '../../../src/accounts/companies/reminder-schedule.ts';
import { DEFAULT_WORDS } from '../../../src/payments/messages/default-words.ts';
import { fillPlaceholders, PLACEHOLDERS, unknownPlaceholders } from '../../../src/payments/messages/placeholders.ts';
import { writeMessage, type MessageFacts } from '../../../src/payments/messages/write-message.ts';

const facts: MessageFacts = {
  ...{ kind: 'reminder', channel: 'email', step: 'before', payerName: 'Ana <b>Souza</b>', invoiceId: 7 },
  company: { name: 'Padaria\nEstrela', brandColor: '#ffcc00' },
  ...{ description: null, amountCents: 123_456, dueDate: '2026-03-11', today: '2026-03-08' },
  logoUrl: 'https://fatura.example/checkout/abc/logo?v=1',
  ...{ link: 'https://fatura.example/checkout/abc', unsubscribeUrl: 'https://fatura.example/messages/t/unsubscribe' },
};
const inPortuguese = { language: 'pt', words: null } as const;

describe('a message', () => {
  test.each(MESSAGE_LANGUAGES)('of the platform has no placeholder that is not known (%s)', (language) => {
    for (const words of Object.values(DEFAULT_WORDS[language])) {
      expect(unknownPlaceholders(Object.values(words).join(' '))).toEqual([]);
    }
  });

  test('says what is true on its day: before, on and after the due date', () => {
    const subjects = ['2026-03-08', '2026-03-11', '2026-03-12'].map(
      (today) => writeMessage({ ...facts, today }, inPortuguese).subject,
    );
    expect(subjects).toEqual([
      'Padaria Estrela: sua cobrança de R$\u00a01.234,56 vence em 11 de março de 2026',
      'Padaria Estrela: sua cobrança de R$\u00a01.234,56 vence hoje',
      'Padaria Estrela: sua cobrança de R$\u00a01.234,56 está vencida',
    ]);
  });

  test('is written in the own words of the store, of that step and that language alone', () => {
    const own = {
      subject: '{{first_name}}, {{days}} dias',
      text: 'Pague {{amount}}: {{link}}',
      whatsappTemplate: null,
    };
    const words = { before: { pt: own } };
    expect(writeMessage(facts, { language: 'pt', words })).toMatchObject({ subject: 'Ana, 3 dias' });
    expect(writeMessage(facts, { language: 'en', words }).subject).toMatch(/^Padaria Estrela: your invoice/);
    expect(writeMessage({ ...facts, step: 'due' }, { language: 'pt', words }).subject).toMatch(/^Padaria Estrela/);
  });

  test('as a page escapes what people wrote, and as a text has the same link and way out', () => {
    const { text, html } = writeMessage(facts, inPortuguese);
    const own = { subject: null, text: '{{name}}\nlinha\n\noutra', whatsappTemplate: null };
    const page = writeMessage(facts, { language: 'pt', words: { before: { pt: own } } }).html!;
    expect(page).toContain('Ana &lt;b&gt;Souza&lt;/b&gt;');
    expect(page).not.toContain('<b>Souza');
    for (const part of [facts.link, facts.unsubscribeUrl!]) {
      expect(text).toContain(part);
      expect(html).toContain(`href="${part}"`);
    }
    expect(html).toContain('<img src="https://fatura.example/checkout/abc/logo?v=1" alt=""');
    expect(writeMessage({ ...facts, logoUrl: null }, inPortuguese).html).not.toContain('<img');
    // Black on yellow can be read.
    expect(html).toContain('background:#ffcc00;color:#000000');
  });

  test('to a phone is short, and fills the places of a template', () => {
    const words = { before: { pt: { subject: null, text: 'Oi {{first_name}}', whatsappTemplate: 'HX1' } } };
    expect(writeMessage({ ...facts, channel: 'whatsapp' }, { language: 'pt', words })).toEqual({
      subject: expect.any(String) as unknown,
      text: 'Oi Ana',
      html: null,
      template: {
        id: 'HX1',
        variables: {
          ...{ 1: 'Ana', 2: 'Padaria Estrela', 3: 'R$\u00a01.234,56', 4: '11 de março de 2026' },
          5: facts.link,
        },
      },
    });
    expect(writeMessage({ ...facts, channel: 'sms' }, inPortuguese).text).toContain(facts.link);
  });

  test('knows its placeholders, with spaces inside or not, and leaves the rest of a text alone', () => {
    const values = Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, `<${name}>`]));
    const text = '{{ name }} {{amount}} { name } {{nome}} $& {{link}}';
    expect(fillPlaceholders(text, values as never)).toBe('<name> <amount> { name } {{nome}} $& <link>');
    expect(unknownPlaceholders(text)).toEqual(['nome']);
    expect(unknownPlaceholders('{{constructor}} {{__proto__}}')).toEqual(['constructor', '__proto__']);
  });
});
