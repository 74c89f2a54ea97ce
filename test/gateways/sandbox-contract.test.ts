import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { PAYMENT_METHODS } from '../../src/banking/payment-method.ts';
import type { RawCallback } from '../../src/gateways/payment-gateway.ts';
import { SandboxCharge } from '../../src/gateways/sandbox/sandbox-charge.entity.ts';
import { createSandboxGateway, sandboxPaymentId } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TEST_KEYS } from '../support/world.ts';
import { createContractStore } from '../support/contract-store.ts';
import { describeGatewayContract, withWrongSignatures, type GatewayUnderTest } from '../support/gateway-contract.ts';

let database: TestDatabase;
let orm: MikroORM;
let receiver: Server;
let underTest: GatewayUnderTest;
const received: RawCallback[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openDatabase({ databaseUrl: database.url, poolSize: 6 });
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ body, headers: request.headers, path: '' });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const sandbox = createSandboxGateway({
    ...{ em: orm.em, secrets: createSecretBox(TEST_KEYS) },
    ...{ callbackUrl, publicUrl: 'http://127.0.0.1:1' },
  });
  const { newCharge } = await createContractStore(orm);
  const find = (attemptId: number) => orm.em.fork().find(SandboxCharge, { attemptId });
  underTest = {
    gateway: sandbox,
    newCharge: (method, fields) =>
      newCharge(method, { ...(method === 'card' ? { cardToken: 'tok_approved' } : {}), ...fields }),
    refundable: ['pix', 'boleto', 'card'],
    cards: {
      ...{ approved: 'tok_approved', refused: 'tok_refused' },
      ...{ refundRefused: 'tok_refund_refused', unknown: 'tok_of_nobody' },
    },
    async pay({ attemptId, amountCents }) {
      const [charge] = await find(attemptId);
      if (!charge || charge.canceled) return false;
      const paid = { paymentId: sandboxPaymentId(attemptId), amountCents, paidAt: new Date().toISOString() };
      return sandbox.callbacks.say({ type: 'payment_confirmed', attemptId, ...paid });
    },
    loseNextAnswer: (charge) => (charge.method === 'card' ? { ...charge, cardToken: 'tok_gateway_timeout' } : charge),
    countCharges: async ({ attemptId }) => (await find(attemptId)).length,
    decideRefunds: () => Promise.resolve(),
    async takeCallbacks() {
      await sandbox.callbacks.sendDue();
      return received.splice(0);
    },
    payers: {
      async agree(gatewayMandateId) {
        await sandbox.callbacks.say({ type: 'mandate', gatewayMandateId, status: 'authorized' });
      },
      async cancel(gatewayMandateId) {
        const end = { status: 'canceled', endedBy: 'payer', endReason: 'SLDB' } as const;
        await sandbox.callbacks.say({ type: 'mandate', gatewayMandateId, ...end });
      },
    },
    forgeries: (callback) => withWrongSignatures(callback, 'x-sandbox-signature'),
  };
});
afterAll(async () => {
  receiver?.close();
  await orm?.close();
  await database?.drop();
});

describeGatewayContract('sandbox', { methods: PAYMENT_METHODS, takesMandates: true }, () => underTest);
