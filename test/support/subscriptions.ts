import { DateTime } from 'luxon';
import { eventually } from './eventually.ts';
import type { SkippedTimeWorld } from './skipped-time.ts';
import type { TestStore, World } from './world.ts';

export interface SubscriptionBody {
  id: number;
  status: string;
  next_due_date: string | null;
  next_invoice_at: string | null;
  cycles_made: number;
  total: number;
  has_card: boolean;
  anchor_day: number;
  trial_ends_on: string | null;
  resume_date: string | null;
  gives_up_on: string | null;
  past_due_since: string | null;
  cancel_at_period_end: boolean;
  cancellation_reason: string | null;
  latest_cycle: CycleBody | null;
  authorization: {
    status: string;
    journey: string;
    qr_code: string | null;
    ended_by: string | null;
    end_reason: string | null;
  } | null;
  authorization_url: string | null;
}

export interface CycleBody {
  id: number;
  number: number;
  period_start: string;
  period_end: string;
  status: string;
  invoice_id: number;
  invoice_status: string;
  total: number;
  failures: number;
  next_attempt_at: string | null;
  created_at: string;
}

/** A subscription to the store's product, every month by card unless the fields say otherwise. */
export function subscribe(store: TestStore, fields: Record<string, unknown> = {}): Promise<SubscriptionBody> {
  return store.sandbox.create<SubscriptionBody>('/api/v1/subscriptions', {
    customer_id: store.customerId,
    products: [{ product_id: store.productId, quantity: 1 }],
    payment_method: 'card',
    interval: 'month',
    ...(fields.payment_method === undefined ? { card_token: 'tok_approved' } : {}),
    ...fields,
  });
}

export async function readSubscription(store: TestStore, id: number): Promise<SubscriptionBody> {
  return (await store.sandbox.get<SubscriptionBody>(`/api/v1/subscriptions/${id}`)).body;
}

/** All of them, the first one first. */
export async function readCycles(store: TestStore, id: number): Promise<CycleBody[]> {
  const { body } = await store.sandbox.get<{ data: CycleBody[] }>(`/api/v1/subscriptions/${id}/cycles?limit=100`);
  return body.data.reverse();
}

export async function act(
  store: TestStore,
  { id, what, body = {} }: { id: number; what: string; body?: Record<string, unknown> },
): Promise<SubscriptionBody> {
  return store.sandbox.create<SubscriptionBody>(`/api/v1/subscriptions/${id}/${what}`, body);
}

export async function change(store: TestStore, id: number, body: Record<string, unknown>): Promise<SubscriptionBody> {
  const answer = await store.sandbox.request<SubscriptionBody>('PATCH', `/api/v1/subscriptions/${id}`, body);
  if (answer.status !== 200) throw new Error(`PATCH answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The names of the events of a subscription, in order. */
export function subscriptionEvents(store: TestStore, id: number): string[] {
  return store.receiver.received
    .filter(({ event, data }) => event.startsWith('subscription.') && data.subscription_id === id)
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ event }) => event);
}

/** Calendar days of a store whose time zone is the default one. */
export const ZONE = 'America/Sao_Paulo';

export function dayOf(moment: Date | string): string {
  const instant = typeof moment === 'string' ? DateTime.fromISO(moment) : DateTime.fromJSDate(moment);
  return instant.setZone(ZONE).toISODate()!;
}

/** Waits until the record has nothing left that is due: everything told, registered, applied, delivered and stepped. */
export async function untilQuiet(world: World): Promise<void> {
  await eventually(
    async () => {
      const now = await world.clock.now({ companyId: 0, environment: 'sandbox' });
      const [row] = await world.database.query<Record<string, boolean>>(
        `select exists (select 1 from outbox) as outbox,
           exists (select 1 from sandbox_callbacks where sent_at is null) as said,
           exists (select 1 from gateway_callbacks where applied_at is null) as applied,
           exists (select 1 from payment_attempts where state = 'pending' and registered_at is null) as registered,
           exists (select 1 from invoices where next_deadline_at <= $1) as deadlines,
           exists (select 1 from webhook_deliveries where state = 'pending' and next_attempt_at <= $1) as deliveries,
           exists (select 1 from subscriptions join companies on companies.id = subscriptions.company_id
             where next_step_at <= $1 and suspended_at is null) as steps,
           exists (select 1 from mandates where status = 'requested' or not is_settled or is_cancellation_due) as mandates,
           exists (select 1 from subscription_cycles as cycle join invoices on invoices.id = cycle.invoice_id
             where (cycle.state <> 'paid' and invoices.status = 'paid')
               or (cycle.state = 'open' and invoices.status in ('refused', 'abandoned', 'overdue', 'expired', 'canceled')
                 and not exists (select 1 from payment_attempts as attempt
                   where attempt.invoice_id = invoices.id and attempt.state = 'pending' and invoices.status <> 'overdue'))
           ) as settled`,
        [now],
      );
      return row!;
    },
    (left) => Object.values(left).every((isLeft) => !isLeft),
  );
}

/** Lets time pass until a minute after the store's renewal time on a day, and everything that is due then. */
export async function advanceToDay(world: SkippedTimeWorld, day: string): Promise<void> {
  await untilQuiet(world);
  const moment = DateTime.fromISO(`${day}T06:01`, { zone: ZONE });
  await world.advance(moment.toMillis() - (await world.now()).getTime());
  await untilQuiet(world);
}
