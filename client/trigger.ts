import { setTimeout as pause } from 'node:timers/promises';
import type { Fatura } from './fatura.ts';
import type { WebhookEventType } from './webhooks.ts';

const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 30_000;

/** The subject of an event, as the list of events filters by it. */
type Subject = { invoice_id: number } | { subscription_id: number } | Record<string, never>;
type Scenario = (fatura: Fatura) => Promise<Subject>;

const LABEL = { description: 'Made by `fatura trigger`' };

async function orderOf(fatura: Fatura) {
  const { id: customerId } = await fatura.createCustomer({ name: 'Ana Souza', email: 'ana@example.com' });
  const { id: productId } = await fatura.createProduct({ name: 'Pão de queijo', price: 149.9 });
  return { customer_id: customerId, products: [{ product_id: productId, quantity: 1 }] };
}

async function sell(fatura: Fatura): Promise<{ invoice_id: number }> {
  const { id } = await fatura.createInvoice({ ...(await orderOf(fatura)), payment_method: 'pix', ...LABEL });
  return { invoice_id: id };
}

/** An invoice that is sold, and then played with. */
function sold(play: (fatura: Fatura, id: number) => Promise<unknown>): Scenario {
  return async (fatura) => {
    const subject = await sell(fatura);
    await play(fatura, subject.invoice_id);
    return subject;
  };
}

/** An invoice that is paid, and then played with. */
function paid(play: (fatura: Fatura, id: number) => Promise<unknown>): Scenario {
  return sold(async (fatura, id) => {
    await fatura.simulatePayment(id, { outcome: 'confirmed' });
    await play(fatura, id);
  });
}

/** A subscription by card whose first charge is under way, and that is then played with. */
function subscribed(
  play: (fatura: Fatura, id: number) => Promise<unknown> = () => Promise.resolve(),
  cardToken = 'tok_approved',
): Scenario {
  return async (fatura) => {
    const { id } = await fatura.createSubscription({
      ...(await orderOf(fatura)),
      ...{ payment_method: 'card', card_token: cardToken, interval: 'month', ...LABEL },
    });
    await play(fatura, id);
    return { subscription_id: id };
  };
}

/** The events that can be made to happen at once. Others come with time. */
const SCENARIOS: Partial<Record<WebhookEventType, Scenario>> = {
  'invoice.created': sell,
  'invoice.payment_registered': sell,
  'invoice.payment_confirmed': paid(() => Promise.resolve()),
  'invoice.refused': sold((fatura, id) => fatura.simulatePayment(id, { outcome: 'refused' })),
  'invoice.updated': sold((fatura, id) => fatura.updateInvoice(id, { description: 'Changed by `fatura trigger`' })),
  'invoice.canceled': sold((fatura, id) => fatura.cancelInvoice(id)),
  'invoice.overpaid': sold((fatura, id) => fatura.simulatePayment(id, { outcome: 'confirmed', amount: 200 })),
  'invoice.refunded': paid((fatura, id) => fatura.createRefund(id)),
  'invoice.disputed': paid((fatura, id) => fatura.simulatePayment(id, { outcome: 'disputed' })),
  'invoice.dispute_updated': paid(async (fatura, id) => {
    await fatura.simulatePayment(id, { outcome: 'disputed' });
    await fatura.simulatePayment(id, { outcome: 'disputed', amount: 10 });
  }),
  'invoice.dispute_closed': paid((fatura, id) => fatura.simulatePayment(id, { outcome: 'dispute_lost' })),
  'subscription.created': subscribed(),
  'subscription.renewed': subscribed(),
  'subscription.payment_failed': subscribed(undefined, 'tok_insufficient_funds'),
  'subscription.updated': subscribed((fatura, id) => fatura.updateSubscription(id, { description: 'Changed' })),
  'subscription.paused': subscribed((fatura, id) => fatura.pauseSubscription(id)),
  'subscription.resumed': subscribed(async (fatura, id) => {
    await fatura.pauseSubscription(id);
    await fatura.resumeSubscription(id);
  }),
  'subscription.canceled': subscribed((fatura, id) => fatura.cancelSubscription(id)),
  'customer.erased': async (fatura) => {
    const { id } = await fatura.createCustomer({ name: 'Ana Souza', email: 'ana@example.com' });
    await fatura.eraseCustomer(id);
    return {};
  },
};

export const TRIGGERED = Object.keys(SCENARIOS).sort();

export function canTrigger(event: string): event is WebhookEventType {
  return event in SCENARIOS;
}

/**
 * Makes an event happen, by the calls that a store would make, and waits for it.
 *
 * @returns the id of the event
 * @throws Error where it has not happened in time: no worker runs
 */
export async function trigger(fatura: Fatura, event: WebhookEventType): Promise<number> {
  const [before] = (await fatura.listEvents({ limit: 1 })).data;
  const subject = await SCENARIOS[event]!(fatura);
  const newer = before ? { ending_before: before.id } : {};
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const { data } = await fatura.listEvents({ event, ...subject, ...newer });
    const newest = data.at(-1);
    if (newest) return newest.id;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`${event} has not happened within ${PATIENCE_MS / 1_000} s. Does a worker run?`);
}
