import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FilterQuery, MikroORM } from '@mikro-orm/postgresql';
import { readSettings } from '../../src/accounts/companies/read-settings.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { Event } from '../../src/events/event.entity.ts';
import { nextDeadline } from '../../src/invoices/deadline.ts';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import { Invoice } from '../../src/invoices/invoice.entity.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { INVOICE_STATUSES } from '../../src/invoices/state-machine.ts';
import { PaymentAttempt } from '../../src/invoices/payment-attempt.entity.ts';
import { Refund } from '../../src/invoices/refund.entity.ts';
import { orderDelivery } from '../../src/webhooks/order-delivery.ts';
import { MOST_DELIVERIES_OF_INVOICE, WebhookDelivery } from '../../src/webhooks/webhook-delivery.entity.ts';
import { useApiWorld } from '../support/api-world.ts';

describe('the news of invoices', () => {
  const world = useApiWorld();
  const query = (sql: string, values: unknown[] = []) => world.current.database.query<{ id: string }>(sql, values);
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm?.close());

  /** The state of the entities, one after the other: nothing else writes here. */
  async function newsByEntities(invoiceId: number): Promise<InvoiceNews> {
    const em = orm.em.fork();
    const invoice = await em.findOneOrFail(Invoice, invoiceId);
    const settings = await readSettings(em, invoice);
    const attempts = await em.find(PaymentAttempt, { invoiceId }, { orderBy: { number: 'asc' } });
    const refunds = await em.find(
      Refund,
      { invoiceId, state: 'pending', requestedAt: null },
      { orderBy: { id: 'asc' } },
    );
    const isDue = { resourceType: 'invoice', resourceId: invoiceId, state: 'pending', runsIn: 'invoice' } as const;
    const deliveries = await em.find(
      WebhookDelivery,
      { ...isDue, waitsSince: null, endpointId: { pausedAt: null } } as FilterQuery<WebhookDelivery>,
      { orderBy: { attempts: 'asc', id: 'asc' } },
    );
    const events = await em.find(Event, { resourceType: 'invoice', resourceId: invoiceId });
    const typeOf = new Map(events.map(({ id, type }) => [id, type]));
    const unregistered = attempts.find(({ state, registeredAt }) => state === 'pending' && !registeredAt);
    const ofPaused = { ...isDue, endpointId: { pausedAt: { $ne: null } } } as FilterQuery<WebhookDelivery>;
    const paused = await em.find(WebhookDelivery, ofPaused);
    const crowded = await em.find(WebhookDelivery, {
      ...{ ...isDue, waitsSince: { $ne: null }, endpointId: { pausedAt: null } },
    } as FilterQuery<WebhookDelivery>);
    const isPayable = invoice.status === 'open' || invoice.status === 'refused';
    const { companyId, environment, version, status, paymentMethod } = invoice;
    return {
      ...{ invoiceId, companyId, environment, version, status, paymentMethod },
      facts: {
        totalCents: invoice.totalCents,
        dueDate: invoice.dueDate,
        gateway: attempts.findLast(({ isCompanion }) => !isCompanion)?.gateway ?? null,
        heldDeliveries: {
          paused: paused.length,
          crowded: crowded.length,
          failing: [...paused, ...crowded].filter((one) => one.attempts > one.attemptsBefore).length,
        },
      },
      chargeToRegister: isPayable && unregistered ? unregistered.id : null,
      chargesToCancel: attempts
        .filter((one) => one.state === 'canceled' && one.registeredAt && !one.gatewayCanceledAt)
        .map(({ id }) => id),
      refundsToMake: refunds.map(({ id }) => id),
      deadline: nextDeadline(invoice),
      deliveries: deliveries
        .slice(0, MOST_DELIVERIES_OF_INVOICE)
        .map((delivery) =>
          orderDelivery(delivery, { event: typeOf.get(delivery.eventId)!, policy: settings, time: {} }),
        ),
      hasMoreDeliveries: deliveries.length > MOST_DELIVERIES_OF_INVOICE,
    };
  }

  test('say of invoices in all states what their rows say', async () => {
    const stores = [
      await world.current.createStore(),
      await world.current.createStore({ webhookRetries: 0, webhookRetryStrategy: 'exponential' }),
    ];
    const ids: number[] = [];
    for (const store of stores) {
      for (const method of ['pix', 'boleto'] as const) {
        for (let n = 0; n < INVOICE_STATUSES.length * 2; n += 1) {
          ids.push((await store.createInvoice({ payment_method: method })).id);
        }
      }
    }
    const ofIds = 'id = any($1::bigint[])';
    // Any row in any state: what is read of them must not depend on which of them occur together.
    await query(
      `update invoices set status = ($2::text[])[1 + id % ${INVOICE_STATUSES.length}], version = id % 7 + 1,
         pix_expires_at = case when id % 3 = 0 then now() + id * interval '1 minute' end
       where ${ofIds}`,
      [ids, INVOICE_STATUSES],
    );
    for (const number of [2, 3, 4, 5]) {
      await query(
        `insert into payment_attempts (company_id, environment, invoice_id, number, method, state, amount_cents, gateway,
           registered_at, gateway_canceled_at, created_at, updated_at)
         select company_id, environment, invoice_id, $2::int, method, 'canceled', amount_cents, gateway,
           case when (id + $2) % 3 > 0 then now() end, case when (id + $2) % 5 = 0 then now() end, now(), now()
         from payment_attempts where number = 1 and invoice_id = any($1::bigint[])`,
        [ids, number],
      );
    }
    await query(
      `update payment_attempts set state = 'refused' where number = 1 and id % 2 = 0 and invoice_id = any($1::bigint[])`,
      [ids],
    );
    await query(
      `update payment_attempts set state = 'pending' where number > 3 and abs(hashint8(id)) % 3 = 0 and invoice_id = any($1::bigint[])`,
      [ids],
    );
    await query(
      `with paid as (
         insert into payments (company_id, environment, invoice_id, attempt_id, gateway, gateway_payment_id, amount_cents,
           paid_at, created_at)
         select company_id, environment, invoice_id, id, gateway, 'pay_' || id, amount_cents, now(), now()
         from payment_attempts where number = 1 and invoice_id = any($1::bigint[]) returning *)
       insert into refunds (company_id, environment, invoice_id, payment_id, state, amount_cents, requested_at, created_at,
         updated_at)
       select company_id, environment, invoice_id, id, case when (id + n) % 4 = 0 then 'failed' else 'pending' end, 1,
         case when (id + n) % 3 = 0 then now() end, now(), now()
       from paid, generate_series(1, 3) as n`,
      [ids],
    );
    // More webhooks than an order has room for, some of them paused.
    await query(
      `insert into webhook_endpoints (company_id, environment, url, events, secret, paused_at, created_at, updated_at)
       select $1, 'sandbox', 'http://127.0.0.1/' || n, '{*}', '', case when n % 10 = 0 then now() end, now(), now()
       from generate_series(1, 60) as n`,
      [stores[0]!.companyId],
    );
    await query(
      `insert into webhook_deliveries (company_id, environment, event_id, endpoint_id, resource_type, resource_id, runs_in,
         state, attempts, attempts_before, next_attempt_at, created_at)
       select e.company_id, e.environment, e.id, w.id, 'invoice', e.resource_id,
         case when w.id % 13 = 0 then 'delivery' else 'invoice' end,
         case when (w.id + e.id) % 17 = 0 then 'delivered' else 'pending' end,
         (w.id + e.id) % 4, (w.id + e.id) % 2, case when w.id % 3 > 0 then now() + w.id * interval '1 second' end, now()
       from events e join webhook_endpoints w on w.company_id = e.company_id and w.url like 'http://127.0.0.1/%'
       where e.resource_type = 'invoice' and e.resource_id = any($1::bigint[])
         and (e.id % 3 = 0 or w.id % 4 = 0) on conflict do nothing`,
      [ids],
    );

    await query(
      `update webhook_deliveries set waits_since = now()
       where state = 'pending' and id % 7 = 0 and resource_id = any($1::bigint[])`,
      [ids],
    );
    await query(
      `update payment_attempts set gateway = 'stripe', is_companion = number = 5 and id % 2 = 0
       where state = 'canceled' and gateway_canceled_at is not null and invoice_id = any($1::bigint[])`,
      [ids],
    );

    const news = await readInvoiceNews(orm.em, [...ids, 999_999_999]);
    const expected = await Promise.all([...ids].sort((a, b) => a - b).map(newsByEntities));
    expect(news).toEqual(expected.map((facts) => ({ ...facts, readAt: expect.any(Number) })));
    for (const { readAt } of news) expect(Math.abs(Date.now() - readAt! / 1_000)).toBeLessThan(60_000);
    // All there is to say was said by some of them.
    const said = (of: (one: InvoiceNews) => unknown) => new Set(news.map((one) => Boolean(of(one))));
    for (const of of [
      (one: InvoiceNews) => one.chargeToRegister,
      (one: InvoiceNews) => one.chargesToCancel.length > 1,
      (one: InvoiceNews) => one.refundsToMake!.length > 1,
      (one: InvoiceNews) => one.deadline,
      (one: InvoiceNews) => one.hasMoreDeliveries,
      (one: InvoiceNews) => one.facts!.dueDate,
      (one: InvoiceNews) => one.facts!.gateway === 'stripe',
      (one: InvoiceNews) => one.facts!.heldDeliveries.paused > 1,
      (one: InvoiceNews) => one.facts!.heldDeliveries.crowded > 1,
      (one: InvoiceNews) => one.facts!.heldDeliveries.failing > 1,
      (one: InvoiceNews) => one.deliveries.some(({ notBefore }) => notBefore),
    ]) {
      expect(said(of)).toEqual(new Set([true, false]));
    }
    expect(new Set(news.map(({ status }) => status))).toEqual(new Set(INVOICE_STATUSES));
  });

  test('no invoices have no news', async () => {
    expect(await readInvoiceNews(orm.em, [])).toEqual([]);
  });
});
