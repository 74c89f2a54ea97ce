import { afterAll, beforeAll } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { PAYMENT_METHODS } from '../../../src/banking/payment-method.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createStripeProvider } from '../../../src/gateways/stripe/stripe-provider.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts';
import { createContractStore } from '../../support/contract-store.ts';
import { describeGatewayContract, withWrongSignatures, type GatewayUnderTest } from '../../support/gateway-contract.ts';

const SECRET = 'whsec_contract0123456789';

let database: TestDatabase;
let orm: MikroORM;
let server: StripeServer;
let underTest: GatewayUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openDatabase({ databaseUrl: database.url, poolSize: 6 });
  server = await startStripeServer();
  const { store, newCharge } = await createContractStore(orm);
  const settings = { secret_key: 'sk_test_fatura', callback_secret: SECRET, publishable_key: 'pk_test_fatura' };
  const gateway = await createStripeProvider({ apiUrl: server.url }).open(orm.em, {
    ...{ store, installation: 'an-installation', accountId: 'acct_test', settings },
  });
  const card = (name: string): string => server.registerCard(name);
  underTest = {
    gateway,
    newCharge: (method, fields) =>
      newCharge(method, { ...(method === 'card' ? { cardToken: card('pm_card_visa') } : {}), ...fields }),
    refundable: ['pix', 'card'],
    cards: {
      ...{ approved: 'pm_card_visa', refused: 'pm_card_visa_chargeDeclined' },
      ...{ refundRefused: 'pm_card_refundFail', unknown: 'pm_of_nobody' },
    },
    pay(_charge, chargeId) {
      try {
        server.succeed(chargeId);
        return Promise.resolve(true);
      } catch {
        return Promise.resolve(false);
      }
    },
    loseNextAnswer(charge) {
      // The SDK tries a connection that broke once more by itself.
      server.failNext({ method: 'POST', path: '/v1/payment_intents', how: 'drop_after', times: 2 });
      return charge;
    },
    countCharges: ({ attemptId }) =>
      Promise.resolve(
        server
          .paymentIntents()
          .filter(({ metadata, status }) => metadata.fatura_attempt === String(attemptId) && status !== 'canceled')
          .length,
      ),
    decideRefunds() {
      for (const { id, status, charge: chargeId } of server.refunds()) {
        const charge = server.charges().find((one) => one.id === chargeId);
        // Stripe's test card whose refunds seem to succeed, and fail later.
        const fails = charge?.payment_method_details?.card?.last4 === '5126';
        if (fails && status === 'succeeded') server.settleRefund(id, 'failed', 'lost_or_stolen_card');
        if (!fails && status === 'pending') server.settleRefund(id, 'succeeded');
      }
      return Promise.resolve();
    },
    takeCallbacks: () =>
      Promise.resolve(
        server.takeEvents().map((event) => {
          const { body, headers } = server.signed(event, { secret: SECRET });
          const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
          return { body, headers: Object.fromEntries(lower) as Record<string, string>, path: '' };
        }),
      ),
    forgeries: (callback) => withWrongSignatures(callback, 'stripe-signature'),
  };
});
afterAll(async () => {
  await server?.stop();
  await orm?.close();
  await database?.drop();
});

describeGatewayContract('stripe', { methods: PAYMENT_METHODS }, () => underTest);
