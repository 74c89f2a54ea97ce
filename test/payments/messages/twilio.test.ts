import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTwilio, toE164 } from '../../../src/payments/messages/twilio.ts';

const ACCOUNT = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'a token of the account',
  smsFrom: '+15005550006',
  whatsappFrom: '+14155238886',
};
const TEXT = { text: 'Oi, Ana', template: null };

/**
 * The answers of Twilio's test credentials (twilio.com/docs/iam/test-credentials): magic numbers are refused with the
 * errors that live ones would be. Any other number is taken.
 */
const MAGIC: Readonly<Record<string, { status: number; code: number }>> = {
  '+15005550001': { status: 400, code: 21211 },
  '+15005550004': { status: 400, code: 21610 },
  '+15005550009': { status: 400, code: 21614 },
};

describe('short messages by Twilio', () => {
  let server: Server;
  let url: string;
  let asked: { path: string; authorization: string; type: string; form: Record<string, string> }[];
  let answerNext: ((request: IncomingMessage) => { status: number; body: unknown } | 'hang_up') | null;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
        const { authorization = '', 'content-type': type = '' } = request.headers;
        asked.push({ path: request.url ?? '', authorization, type, form });
        const refusal = MAGIC[form.To?.replace('whatsapp:', '') ?? ''];
        const usual = refusal
          ? { status: refusal.status, body: { code: refusal.code, message: 'refused', status: refusal.status } }
          : { status: 201, body: { sid: `SM${'1'.repeat(32)}`, status: 'queued', error_code: null } };
        const answer = answerNext?.(request) ?? usual;
        answerNext = null;
        if (answer === 'hang_up') return void request.socket.destroy();
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
    answerNext = null;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const send = (to: string, channel: 'sms' | 'whatsapp' = 'sms', message: object = TEXT) =>
    createTwilio(url).send(ACCOUNT, { channel, to, text: '', template: null, ...message });

  test('an SMS is one POST of a form, by the account and its number', async () => {
    expect(await send('+5511912345678')).toEqual({ status: 'sent', providerId: `SM${'1'.repeat(32)}` });
    expect(asked).toEqual([
      {
        path: `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString('base64')}`,
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        form: { To: '+5511912345678', From: ACCOUNT.smsFrom, Body: 'Oi, Ana' },
      },
    ]);
  });

  test('WhatsApp gets a template with its places, or a text', async () => {
    await send('+5511912345678', 'whatsapp', { template: { id: 'HX1', variables: { 1: 'Ana' } } });
    await send('+5511912345678', 'whatsapp');
    expect(asked.map(({ form }) => form)).toEqual([
      {
        ...{ To: 'whatsapp:+5511912345678', From: 'whatsapp:+14155238886' },
        ...{ ContentSid: 'HX1', ContentVariables: '{"1":"Ana"}' },
      },
      { To: 'whatsapp:+5511912345678', From: 'whatsapp:+14155238886', Body: 'Oi, Ana' },
    ]);
  });

  test('a messaging service takes the place of the number', async () => {
    const service = `MG${'2'.repeat(32)}`;
    await createTwilio(url).send({ ...ACCOUNT, smsFrom: service }, { channel: 'sms', to: '+5511912345678', ...TEXT });
    expect(asked[0]!.form).toEqual({ To: '+5511912345678', MessagingServiceSid: service, Body: 'Oi, Ana' });
  });

  test.each([
    ['a number that there is not', '+15005550001', { status: 'refused', reason: 'invalid_number', stop: null }],
    ['a number that takes no SMS', '+15005550009', { status: 'refused', reason: 'invalid_number', stop: null }],
    ['whoever answered STOP', '+15005550004', { status: 'refused', reason: 'unsubscribed', stop: 'unsubscribed' }],
  ])('%s is refused for good', async (_what, to, outcome) => {
    expect(await send(to)).toEqual(outcome);
  });

  test.each([
    ['a token that is wrong', { status: 401, body: { code: 20003 } }, { status: 'refused', reason: 'access_refused' }],
    ['too many at once', { status: 429, body: { code: 20429 } }, { status: 'unavailable' }],
    ['a failure of theirs', { status: 503, body: {} }, { status: 'unknown' }],
    ['another refusal', { status: 400, body: { code: 63016 } }, { status: 'refused', reason: 'twilio_63016' }],
    ['a line that breaks', 'hang_up' as const, { status: 'unknown' }],
  ])('%s ends as what is known', async (_what, answer, outcome) => {
    answerNext = () => answer;
    expect(await send('+5511912345678')).toMatchObject(outcome);
    expect(asked).toHaveLength(1);
  });

  test('a server that nobody reaches took nothing, and a store without a number asks nobody', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    const nowhere = createTwilio(`http://127.0.0.1:${port}`);
    const message = { channel: 'sms' as const, to: '+5511912345678', ...TEXT };
    expect(await nowhere.send(ACCOUNT, message)).toMatchObject({ status: 'unavailable' });
    expect(await createTwilio(url).send({ ...ACCOUNT, smsFrom: null }, message)).toMatchObject({
      ...{ status: 'refused', reason: 'no_sms_sender' },
    });
    expect(asked).toEqual([]);
  });
});

test.each([
  ['+55 11 91234-5678', '+5511912345678'],
  ['(11) 91234-5678', '+5511912345678'],
  ['1133334444', '+551133334444'],
  ['5511912345678', '+5511912345678'],
  ['+1 415 555 2671', '+14155552671'],
  ['12345678', null],
  ['+0 11 91234 5678', null],
])('the phone %s is %s in E.164', (phone, e164) => {
  expect(toE164(phone)).toBe(e164);
});
