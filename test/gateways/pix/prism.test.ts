// The document is not part of the repository: where it is missing, the test says so by being skipped.
/* eslint jest/no-disabled-tests: off */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import { createAddressPolicy } from '../../../src/base/outgoing/address-policy.ts';
import type { ChargeRequest, PaymentGateway } from '../../../src/gateways/payment-gateway.ts';
import type { MandateRequest } from '../../../src/gateways/mandate.ts';
import { createPixProvider } from '../../../src/gateways/pix/pix-provider.ts';
import { ensureDependencies } from '../../../tools/ensure-dependencies.mjs';
import { freePort } from '../../support/free-port.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { hasDocument, readDocument } from '../../support/pix-bank/document.ts';

const PRISM = join(import.meta.dirname, 'prism');
const store = { companyId: 1, environment: 'production' as const };
const REQUEST: ChargeRequest = {
  ...{ attemptId: 1, keyNumber: 0, invoiceId: 1, environment: 'production', method: 'pix' },
  ...{ requestedAt: '2026-11-25T12:00:00.000Z', amountCents: 14_990, description: 'Encomenda 12' },
  terms: {
    subtotalCents: 14_990,
    discount: { type: 'fixed', cents: 500, until: '2026-12-01' },
    fine: { type: 'percentage', ppm: 20_000 },
    interest: { type: 'percentage', ppm: 330 },
  },
  payer: {
    ...{ customerId: 1, name: 'Ana Souza', email: 'ana@example.com', document: '11144477735', phone: null },
    address: {
      ...{ zip_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: null },
      ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP', country: 'BR' },
    },
  },
  merchant: { name: 'Padaria Estrela', city: 'São Paulo' },
  ...{ expiresAt: '2026-11-25T13:00:00.000Z', lifetimeSeconds: 3_600, dueDate: null, late: null },
  ...{ installments: 1, cardToken: null, cardUse: 'once', returnUrl: 'https://fatura.example/checkout/abc' },
};

const ID_REC = 'RR1234567820240115abcdefghijk';
const DEBIT = { gatewayMandateId: ID_REC, settlesOn: '2026-12-04', retriesAttemptId: null };
const MANDATE: MandateRequest = {
  ...{ mandateId: 1, gatewayMandateId: null, payer: REQUEST.payer, merchant: REQUEST.merchant },
  madeWithin: { since: new Date('2026-11-24T00:00:00Z'), until: new Date('2026-11-26T00:00:00Z') },
  ...{ journey: 'qr_code', description: 'Assinatura de pães', frequency: 'month' },
  ...{ firstDueDate: '2026-12-04', endDate: '2027-12-04', mayRetry: true, payerAccount: null, firstCharge: null },
  requestEndsAt: '2026-12-25T12:00:00.000Z',
};

/** Prism serves the Central Bank's document, and refuses each request that is not as the document has it. */
(hasDocument ? describe : describe.skip)('the calls of a bank, held against the document by Prism', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-prism-'));
  const asked: { call: string; status: number; wrong: object[] }[] = [];
  let port: number;
  let authority: Authority;
  let prism: ChildProcess;
  let front: Server;
  let gateway: PaymentGateway;
  let check: () => Promise<unknown>;

  beforeAll(async () => {
    await ensureDependencies(PRISM);
    const file = join(folder, 'pix.json');
    writeFileSync(file, JSON.stringify(withoutPayloads()));
    port = await freePort();
    const cli = join(PRISM, 'node_modules/@stoplight/prism-cli/dist/index.js');
    prism = spawn(process.execPath, [cli, 'mock', '-p', String(port), '-h', '127.0.0.1', file]);
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: prism.stdout! }).on('line', (line) => {
        if (line.includes('is listening')) resolve();
      });
      prism.once('exit', () => reject(new Error('Prism ended.')));
    });
    authority = createAuthority();
    // Prism knows neither TLS nor tokens.
    front = createServer(
      { ...authority.issue('bank', { hosts: ['127.0.0.1'] }), ca: authority.cert, requestCert: true },
      (message, response) => {
        void (async () => {
          const body = await buffer(message);
          if (message.url === '/oauth/token') {
            response.setHeader('content-type', 'application/json');
            return response.end('{"access_token":"a-token","expires_in":3600}');
          }
          const {
            statusCode,
            headers,
            body: answer,
          } = await request(`http://127.0.0.1:${port}${message.url}`, {
            method: message.method as 'GET',
            headers: { authorization: message.headers.authorization!, 'content-type': 'application/json' },
            ...(body.length > 0 ? { body } : {}),
          });
          const text = await answer.text();
          const call = `${message.method} ${message.url!.split('?')[0]!.replace(/\/(f|d|RR)\w{27,28}/g, '/…')}`;
          asked.push({ call, status: statusCode, wrong: wrongWith(headers['sl-violations']) });
          response.writeHead(statusCode, { 'content-type': 'application/json' }).end(text);
        })();
      },
    );
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const origin = `https://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const client = authority.issue('a store');
    const provider = createPixProvider({
      policy: createAddressPolicy(['127.0.0.0/8']),
      publicUrl: 'https://fatura.example',
    });
    const settings = {
      ...{ base_url: origin, token_url: `${origin}/oauth/token`, client_id: 'a', client_secret: 'b' },
      ...{ pix_key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', certificate: client.cert, private_key: client.key },
      ...{
        server_ca: authority.cert,
        callback_secret: 'c'.repeat(43),
        account_branch: '9708',
        account_number: '012682',
      },
    };
    const em = undefined as never;
    gateway = await provider.open(em, { store, installation: 'an-installation', accountId: 'a', settings });
    check = () => provider.check({ store, settings });
  }, 300_000);
  afterAll(() => {
    prism?.kill();
    front?.closeAllConnections();
    front?.close();
    authority?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The calls of it, whatever it makes of Prism's examples, which are about other charges. */
  async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
    asked.splice(0);
    await work().catch(() => undefined);
    expect(asked.filter(({ status, wrong }) => status >= 400 || wrong.length > 0)).toEqual([]);
    return asked.map(({ call }) => call);
  }
  async function readAll(entries: AsyncIterable<unknown>): Promise<void> {
    for await (const entry of entries) expect(entry).toBeDefined();
  }
  test('a request that is not as the document has it would be refused', async () => {
    const body = JSON.stringify({ calendario: { expiracao: 'soon' }, valor: { original: '1' }, chave: 'x' });
    const headers = { authorization: 'Bearer a-token', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/cob/${'f'.repeat(29)}`;
    const answer = await request(url, { method: 'PUT', headers, body });
    await answer.body.dump();
    expect(wrongWith(answer.headers['sl-violations']).length).toBeGreaterThan(1);
  });

  const reference = { attemptId: 1, customerId: 1, chargeId: null };
  const span = { since: new Date('2026-11-24T00:00:00Z'), until: new Date('2026-11-25T00:00:00Z') };
  const refund = { refundId: 1, keyNumber: 0, amountCents: 100, gatewayPaymentId: `E${'1'.repeat(31)}` };
  const due = { ...REQUEST, dueDate: '2026-12-04', late: { days: 30, until: '2027-01-04T03:00:00.000Z' } };

  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'the check of the settings',
      () => check(),
      [
        ...['GET /cob', 'GET /cobv', 'GET /pix', 'GET /rec', 'GET /cobr', 'GET /locrec', 'PUT /webhookrec'],
        ...['PUT /webhookcobr', 'PUT /webhook/7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
      ],
    ],
    ['a charge', () => gateway.registerCharge(REQUEST), ['PUT /cob/…']],
    ['a charge that falls due', () => gateway.registerCharge(due), ['PUT /cobv/…']],
    ['a question about a charge', () => gateway.queryCharge(reference), ['GET /cob/…']],
    [
      'a cancellation',
      () => gateway.cancelCharge({ ...reference, chargeId: `cobv/f${'0'.repeat(28)}` }),
      ['GET /cobv/…'],
    ],
    ['a return', () => gateway.refundPayment(refund), [`GET /pix/E${'1'.repeat(31)}/devolucao/…`]],
    ['a recurrence', () => gateway.mandates!.request(MANDATE), ['GET /rec', 'POST /locrec', 'POST /rec']],
    [
      'the end of a recurrence',
      () => gateway.mandates!.cancel({ ...MANDATE, gatewayMandateId: ID_REC }),
      ['GET /rec/…'],
    ],
    ['a debit', () => gateway.registerCharge({ ...REQUEST, debit: DEBIT }), ['PUT /cobr/…', 'GET /cobr/…']],
    [
      'a debit that is tried again',
      () => gateway.registerCharge({ ...REQUEST, attemptId: 2, debit: { ...DEBIT, retriesAttemptId: 1 } }),
      ['POST /cobr/…/retentativa/2026-12-04'],
    ],
    ['a question about a debit', () => gateway.queryCharge({ ...reference, debit: DEBIT }), ['GET /cobr/…']],
    ['the books of charges', () => readAll(gateway.books!.charges(span)), ['GET /pix']],
    ['the books of returns', () => readAll(gateway.books!.refunds(span)), ['GET /pix']],
  ])('%s', async (_name, work, expected) => {
    const calls = await callsOf(work);
    expect(calls.slice(0, expected.length)).toEqual(expected);
  });
});

/** The faults that Prism finds in a request; the document's own examples of answers have slips as well. */
function wrongWith(header: string | string[] | undefined): object[] {
  const found = JSON.parse(typeof header === 'string' ? header : '[]') as { location: string[] }[];
  return found.filter(({ location }) => location[0] === 'request');
}

/** The paths at which payers' banks read a payload are of other servers, and would be taken for those of charges. */
function withoutPayloads(): object {
  const { paths, ...rest } = readDocument() as { paths: Record<string, object> };
  const own = Object.entries(paths).filter(([path]) => !path.includes('UrlAccessToken'));
  return { ...rest, paths: Object.fromEntries(own) };
}
