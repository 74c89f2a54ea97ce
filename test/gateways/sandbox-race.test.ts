import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { Invoice } from '../../src/invoices/invoice.entity.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import { simulatePayment } from '../../src/payments/simulation/simulate-payment.ts';
import { useApiWorld } from '../support/api-world.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';
import { cardsOfSubscriptions } from '../../src/subscriptions/card-on-file.ts';

describe('a simulated payment', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    store = await world.current.createStore();
  });
  afterAll(() => orm?.close());

  /** Calls `meanwhile` before the invoice is read anew, which decides about the card that the payer sends. */
  function changingBetweenReads(em: EntityManager, meanwhile: () => Promise<unknown>): EntityManager {
    let isChanged = false;
    const fork: EntityManager['fork'] = (options) => {
      const forked = em.fork(options);
      const findOne = forked.findOne.bind(forked) as (...given: unknown[]) => Promise<never>;
      return Object.assign(forked, {
        async findOne(...given: unknown[]) {
          if (given[0] === Invoice && !isChanged) {
            isChanged = true;
            await meanwhile();
          }
          return findOne(...given);
        },
      });
    };
    return new Proxy(em, { get: (target, key): unknown => (key === 'fork' ? fork : Reflect.get(target, key)) });
  }

  test('that meets a change of the method is answered about the invoice, and not about a card that nobody sent', async () => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const em = changingBetweenReads(orm.em, () =>
      store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { payment_method: 'pix' }),
    );
    const secrets = createSecretBox(TEST_KEYS);
    const { gateways, sandbox } = openGateways(orm.em, secrets, world.current.config);
    const { clock } = world.current;
    const cards = cardsOfSubscriptions;
    const deps = { em, clock, gateways, secrets, sandbox, cards, wakeDispatcher: () => undefined };
    const simulated = simulatePayment(deps, {
      ...{ store: { companyId: store.companyId, environment: 'sandbox' as const }, invoiceId: id },
      ...{ outcome: 'confirmed' as const, reason: 'none', amountCents: null, idempotencyKey: null },
    });
    await expect(simulated).rejects.toMatchObject({ status: 409, code: 'invoice_changed' });
    expect((await store.sandbox.invoice(id)).payments).toHaveLength(1);
  });
});
