import { afterAll, beforeAll } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createKeyedLimiter } from '../../src/base/concurrency/keyed-limiter.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { createAddressPolicy } from '../../src/base/outgoing/address-policy.ts';
import { PLACES_PER_ENDPOINT, TURNS_OF_STORE, type DeliverWebhookDeps } from '../../src/webhooks/deliver-webhook.ts';
import { createWaitingDeliveries } from '../../src/webhooks/waiting-deliveries.ts';
import { createReceiverPlaces } from '../../src/webhooks/receiver-places.ts';
import { createHttpSender } from '../../src/webhooks/http-sender.ts';
import { TEST_KEYS, type TestStore, type World } from './world.ts';

/** The parts that an attempt to deliver needs, in this process and without a workflow. */
export function useDeliveries(world: { readonly current: World }): {
  readonly deps: DeliverWebhookDeps;
  /** A new invoice's delivery to the store's receiver, which nobody has tried yet. */
  pending(store: TestStore): Promise<{ deliveryId: number; endpointId: number }>;
} {
  let orm: MikroORM | undefined;
  let deps: DeliverWebhookDeps | undefined;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
    deps = {
      em: orm.em,
      clock: world.current.clock,
      secrets: createSecretBox(TEST_KEYS),
      sender: createHttpSender(createAddressPolicy(['127.0.0.0/8'])),
      limiter: createKeyedLimiter(PLACES_PER_ENDPOINT),
      turns: createKeyedLimiter(TURNS_OF_STORE),
      receivers: createReceiverPlaces(),
      waiting: createWaitingDeliveries(orm.em),
    };
  });
  afterAll(async () => {
    await deps?.sender.close();
    await orm?.close();
  });
  return {
    get deps() {
      return deps!;
    },
    async pending(store) {
      const { id } = await store.createInvoice();
      const [row] = await world.current.database.query<{ id: string; endpoint_id: string }>(
        'select id, endpoint_id from webhook_deliveries where resource_id = $1 order by endpoint_id limit 1',
        [id],
      );
      return { deliveryId: Number(row!.id), endpointId: Number(row!.endpoint_id) };
    },
  };
}
