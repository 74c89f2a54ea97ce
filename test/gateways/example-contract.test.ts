import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createAcmeProvider } from '../../docs/examples/gateway/acme-provider.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { dynamicPixPayload } from '../../src/banking/pix/br-code.ts';
import type { RawCallback } from '../../src/gateways/payment-gateway.ts';
import { createContractStore } from '../support/contract-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeGatewayContract, withWrongSignatures, type GatewayUnderTest } from '../support/gateway-contract.ts';

const KEY = 'a-key';

interface Charge {
  id: string;
  attempt: number;
  status: 'open' | 'paid' | 'canceled';
  cents: number;
  code: string;
  ends_at: string;
  paid_at: string | null;
}

let database: TestDatabase;
let orm: MikroORM;
let acme: Server;
let underTest: GatewayUnderTest;
let url: string;
const charges = new Map<string, Charge>();
const refunds = new Set<string>();
const callbacks: RawCallback[] = [];
let isAnswerLost = false;

function tell(event: object): void {
  const body = JSON.stringify({ id: `event-${++events}`, ...event });
  const signature = createHmac('sha256', KEY).update(body).digest('hex');
  callbacks.push({ body, headers: { 'acme-signature': signature }, path: '' });
}
let events = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openDatabase({ databaseUrl: database.url, poolSize: 6 });
  acme = createServer((message, response) => {
    void (async () => {
      const given = await buffer(message);
      const json = given.length > 0 ? (JSON.parse(given.toString()) as { cents: number; ends_at: string }) : null;
      const [, resource, id = '', act] = message.url!.split('/');
      const give = (status: number, body?: object) => response.writeHead(status).end(body ? JSON.stringify(body) : '');
      if (message.headers.authorization !== `Bearer ${KEY}`) return give(401);
      if (resource === 'account') return give(200, { id: 'acme-1', name: 'Padaria Estrela' });
      if (resource === 'refunds') {
        if (!refunds.has(id)) tell({ type: 'refund.done', refund: Number(id) });
        refunds.add(id);
        return give(200);
      }
      const known = charges.get(id);
      if (message.method === 'PUT' && !known) {
        const code = { url: `acme.example/${id}`, amountCents: json!.cents, merchantName: 'P', merchantCity: 'S' };
        charges.set(id, {
          ...{ id: `acme-${id}`, attempt: Number(id), status: 'open', cents: json!.cents },
          ...{ code: dynamicPixPayload(code), ends_at: json!.ends_at, paid_at: null },
        });
      }
      if (act === 'cancel' && known?.status === 'open') known.status = 'canceled';
      if (isAnswerLost) {
        isAnswerLost = false;
        return void message.socket.destroy();
      }
      const charge = charges.get(id);
      return charge ? give(200, charge) : give(404);
    })();
  });
  await new Promise<void>((resolve) => acme.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(acme.address() as AddressInfo).port}`;
  const { store, newCharge } = await createContractStore(orm);
  const gateway = await createAcmeProvider().open(orm.em, {
    ...{ store, installation: 'an-installation', accountId: 'acme-1', settings: { url, key: KEY } },
  });
  underTest = {
    gateway,
    newCharge,
    refundable: ['pix'],
    pay({ attemptId }) {
      const charge = charges.get(String(attemptId))!;
      if (charge.status !== 'open') return Promise.resolve(false);
      Object.assign(charge, { status: 'paid', paid_at: new Date().toISOString() });
      tell({ type: 'charge.paid', charge });
      return Promise.resolve(true);
    },
    loseNextAnswer(charge) {
      isAnswerLost = true;
      return charge;
    },
    countCharges: ({ attemptId }) => Promise.resolve(charges.has(String(attemptId)) ? 1 : 0),
    decideRefunds: () => Promise.resolve(),
    takeCallbacks: () => Promise.resolve(callbacks.splice(0)),
    forgeries: (callback) => withWrongSignatures(callback, 'acme-signature'),
  };
});
afterAll(async () => {
  acme?.close();
  await orm?.close();
  await database?.drop();
});

describeGatewayContract('of the worked example', { methods: ['pix'] }, () => underTest);

test('the worked example tells of a key that is refused', async () => {
  const store = { companyId: 1, environment: 'sandbox' as const };
  const check = (key: string) => createAcmeProvider().check({ store, settings: { url, key } });
  expect(await check(KEY)).toMatchObject({ accountId: 'acme-1', methods: ['pix'] });
  expect(await check('another')).toMatchObject([{ field: 'key', code: 'key_refused' }]);
});
