import type { Chance } from './chance.ts';
import type { Lost } from './audit.ts';
import { sum } from './implied.ts';
import type { Scene } from './scene.ts';
import { PRICE_CENTS } from './stores.ts';
import { chargesOf, type Bill } from './traffic.ts';

/** Bills after a restore to an earlier moment. */
export interface Sorted {
  /** The bills whose invoices are on record. */
  kept: Bill[];
  /** The bills whose invoices were lost, and when their making had been answered. */
  forgotten: { bill: Bill; madeAt: number }[];
}

export async function sortLost({ platform }: Scene, bills: readonly Bill[], lost: Lost): Promise<Sorted> {
  const rows = await platform.query<{ key: string }>('select external_reference as key from invoices');
  const onRecord = new Set(rows.map(({ key }) => key));
  const kept = bills.filter(({ key }) => onRecord.has(key));
  const forgotten = bills
    .filter(({ key }) => !onRecord.has(key))
    .map((bill) => ({
      bill,
      madeAt: Date.parse(bill.lines[0]?.split(' ')[0] ?? new Date(lost.from - 1).toISOString()),
    }));
  return { kept, forgotten };
}

/** Charges of lost invoices at the till. */
export async function findForgotten({ platform, till }: Scene, { forgotten }: Sorted): Promise<string[]> {
  const rows = await platform.query<{ charge: string }>(
    `select finding -> 'details' ->> 'charge_id' as charge
     from gateway_reconciliations, jsonb_array_elements(findings) as finding
     where finding ->> 'kind' = 'unknown_attempt'`,
  );
  const told = new Set(rows.map(({ charge }) => charge));
  return forgotten.flatMap(({ bill }) =>
    chargesOf(till, bill).flatMap(({ id, status }) => {
      if (status === 'requires_action') return [`charge ${id} of ${bill.key} can still be paid`];
      return status === 'succeeded' && !told.has(id) ? [`nobody is told of the money of charge ${id}`] : [];
    }),
  );
}

/**
 * Acts like a client system that kept its own books: it asks again, under the same Idempotency-Key, for each invoice
 * that it was told of and no longer reads. It does not ask for the things that the invoice shows: neither money nor
 * refunds.
 *
 * @returns the bills of invoices that were made anew
 */
export async function askAgain(scene: Scene, { kept, forgotten }: Sorted, chance: Chance): Promise<Bill[]> {
  await Promise.all(kept.map((bill) => goOn(scene, bill, chance.of(bill.key))));
  return Promise.all(forgotten.map(({ bill }) => makeAgain(scene, bill, chance.of(bill.key))));
}

async function makeAgain({ client }: Scene, old: Bill, chance: Chance): Promise<Bill> {
  const { store, method, totalCents, key } = old;
  const body = {
    ...{ customer_id: store.customerId, payment_method: method, external_reference: key },
    products: [{ product_id: store.productId, quantity: totalCents / PRICE_CENTS }],
  };
  const answer = await client.post(store.token, '/invoices', body, { key: `${key}-make`, chance });
  const id = Number(answer.body.id);
  const lines = [...old.lines, `made again as ${id}: ${answer.status}`];
  const stuck = id === old.id ? 'the id of a lost invoice was given away again' : null;
  return { ...old, plan: 'leave', id, canceled: false, simulated: null, refunds: [], stuck, lines };
}

async function goOn({ client, till }: Scene, bill: Bill, chance: Chance): Promise<void> {
  const { id, key, store, simulated, plan, method } = bill;
  const read = async (): Promise<Record<string, unknown>> => {
    const invoice = await client.read(store.token, `/invoices/${id}`);
    if (!invoice) throw new Error(`invoice ${id} cannot be read`);
    return invoice;
  };
  const ask = async (what: string, path: string, body: object): Promise<void> => {
    const { status } = await client.post(store.token, `/invoices/${id}${path}`, body, {
      key: `${key}-${what}`,
      chance,
    });
    bill.lines.push(`${new Date().toISOString()} ${what} again: ${status}`);
  };
  const now = await read();
  if (bill.canceled && now.status !== 'canceled') await ask('cancel', '/cancel', {});
  if (simulated && now.amount_paid === 0 && now.status !== simulated) {
    await client.post(
      store.token,
      `/sandbox/invoices/${id}/payment`,
      { outcome: simulated },
      { key: `${key}-${simulated}`, chance },
    );
  }
  // The record has forgotten a card that the gateway refused: no money tells of it.
  if (store.gateway === 'stripe' && method === 'card' && plan === 'refuse' && now.status === 'open') {
    await ask('refuse', '/payments', { card_token: till.stripe.registerCard('pm_card_visa_chargeDeclined') });
  }
  // The refunds follow one another, as the store's own books have them: the invoice shows the money that the gateway
  // has given back.
  const missing = sum(bill.refunds) - Math.round(Number((await read()).amount_refunded) * 100);
  if (missing > 0) await ask('refund', '/refunds', { amount: missing / 100 });
}
