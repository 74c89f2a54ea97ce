import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from './scene.ts';

/** Subscriptions that go on while the platform changes. */
export interface Cycles {
  /** Pauses a subscription, and gives another other lines. */
  change(): Promise<void>;
  /** Cancels a subscription, and lets the paused one go on. */
  end(): Promise<void>;
  findWrong(): Promise<string[]>;
}

interface Row {
  id: number;
  status: string;
  cycles: number;
  invoices: number;
  paid: number;
}

const PAID_MS = 120_000;

/** Four by a card on file at the sandbox's gateway, the last one in its trial. */
export async function startCycles({ client, stores, platform }: Scene): Promise<Cycles> {
  const store = stores.find(({ gateway }) => gateway === 'sandbox')!;
  const { token } = store;
  const ask = async (path: string, body: object, key: string): Promise<number> => {
    // Not cut off: how often it was asked is not what this is about.
    const never = { happens: () => false, between: () => 0 };
    const answer = await client.post(token, path, body, { key, chance: never });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status} ${String(answer.body.code)}`);
    return Number(answer.body.id);
  };
  const start = (name: string, more: object) =>
    ask(
      '/subscriptions',
      {
        ...{ customer_id: store.customerId, payment_method: 'card', interval: 'month', card_token: 'tok_approved' },
        products: [{ product_id: store.productId, quantity: 1 }],
        ...more,
      },
      `subscription-${name}`,
    );
  const [steady, pausing, ending] = [await start('steady', {}), await start('pausing', {}), await start('ending', {})];
  const trying = await start('trying', { trial_days: 7 });
  const read = (): Promise<Row[]> =>
    platform.query<Row>(
      `select s.id::int, s.status,
         (select count(*)::int from subscription_cycles c where c.subscription_id = s.id) as cycles,
         (select count(*)::int from invoices i where i.subscription_id = s.id) as invoices,
         (select count(*)::int from payments p join invoices i on i.id = p.invoice_id where i.subscription_id = s.id) as paid
       from subscriptions s order by s.id`,
    );
  const untilPaid = async (): Promise<void> => {
    for (const end = Date.now() + PAID_MS; Date.now() < end; await sleep(200)) {
      if ((await read()).filter(({ paid }) => paid > 0).length === 3) return;
    }
  };
  await untilPaid();
  return {
    async change() {
      await ask(`/subscriptions/${pausing}/pause`, {}, 'subscription-pause');
      await ask(`/subscriptions/${ending}/cancel`, {}, 'subscription-cancel');
    },
    async end() {
      await ask(`/subscriptions/${pausing}/resume`, {}, 'subscription-resume');
    },
    async findWrong() {
      const must: Record<number, string> = {
        [steady]: 'active 1 1 1',
        [pausing]: 'active 1 1 1',
        [ending]: 'canceled 1 1 1',
        [trying]: 'trialing 0 0 0',
      };
      return (await read()).flatMap(({ id, status, cycles, invoices, paid }) => {
        const is = `${status} ${cycles} ${invoices} ${paid}`;
        return is === must[id] ? [] : [`subscription ${id} is "${is}", and ought to be "${must[id]}"`];
      });
    },
  };
}
