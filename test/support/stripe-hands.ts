import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { pino } from 'pino';
import { openGateways } from '../../src/app/open-gateways.ts';
import { cancelCharge } from '../../src/payments/cancel-charge.ts';
import { GatewayUnavailableError, type ChargeResult, type TimeSpan } from '../../src/gateways/payment-gateway.ts';
import { applyCallback, storedCallback, type CallbackRow } from '../../src/payments/receive-callback.ts';
import { reconcileAccount, type ReconciliationCounts } from '../../src/payments/reconciliation/reconcile-account.ts';
import type { Finding } from '../../src/payments/reconciliation/reconciliation.entity.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { makeRefund } from '../../src/payments/refunds/make-refund.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import type { InvoiceBody } from './api-client.ts';
import type { StripePlatform, StripeStore } from './stripe-store.ts';
import { TEST_KEYS, type World } from './world.ts';

const DAY_MS = 86_400_000;
/** Nothing is tried oftener by a test. */
const MAX_TRIES = 100;

/** An invoice that nobody has taken to Stripe yet, and its only attempt. */
interface Asked {
  id: number;
  attemptId: number;
  customerId: number;
}

/** The acts of the worker, each a single try. */
export interface StripeHands {
  /** Asks for a charge of a payer whom Stripe does not know yet. */
  ask(fields?: Record<string, unknown>, card?: string): Promise<Asked>;
  /** As above, once Stripe's answer is recorded. */
  asked(fields?: Record<string, unknown>, card?: string): Promise<Asked>;
  register(attemptId: number, options?: { isRetry?: boolean; at?: Date }): Promise<ChargeResult | null>;
  /** Until it goes through, from the second time on as a retry. @returns how often it was tried */
  registerAtLast(attemptId: number): Promise<number>;
  cancel(attemptId: number): Promise<void>;
  refund(refundId: number): Promise<void>;
  /** @returns what was found, with what was written down */
  reconcile(store: StripeStore, span?: TimeSpan): Promise<ReconciliationCounts & { written: Finding[] }>;
  /** Once the next try of what could not be applied is due. */
  applyStored(): Promise<void>;
  attempt(attemptId: number): Promise<Record<string, unknown>>;
  invoice(id: number): Promise<InvoiceBody>;
}

/**
 * The hands of a worker, for a world without one.
 *
 * @param publicUrl where the platform is reached; the world's unless it is told otherwise
 * @param logged takes each line of the log
 */
export function stripeHands(
  { orm, world }: StripePlatform & { world: World },
  store: StripeStore,
  { publicUrl = world.baseUrl, logged }: { publicUrl?: string; logged?: (line: string) => void } = {},
): StripeHands {
  const secrets = createSecretBox(TEST_KEYS);
  const { em } = orm;
  const { gateways } = openGateways(em, secrets, { ...world.config, publicUrl });
  const log = logged ? pino({ level: 'info' }, { write: logged }) : pino({ level: 'silent' });
  const deps = { em, gateways, secrets, publicUrl };

  const hands: StripeHands = {
    async ask(fields = {}, card) {
      const payer = { name: 'Ana Souza', email: 'ana@example.com' };
      const customer = await store.api.create<{ id: number }>('/api/v1/customers', payer);
      const { id } = await store.createInvoice({ customer_id: customer.id, ...fields });
      if (card) await store.submit(id, card);
      const { payments } = await store.api.invoice(id);
      return { id, attemptId: payments[0]!.id, customerId: customer.id };
    },
    async asked(fields, card) {
      const made = await hands.ask(fields, card);
      await hands.register(made.attemptId);
      return made;
    },
    register: (attemptId, { isRetry = false, at = new Date() } = {}) =>
      registerCharge(deps, { attemptId, at, isRetry }),
    async registerAtLast(attemptId) {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        try {
          await hands.register(attemptId, { isRetry: tries > 1 });
          return tries;
        } catch (error) {
          if (!(error instanceof GatewayUnavailableError)) throw error;
        }
      }
      throw new Error(`Attempt ${attemptId} did not go through in ${MAX_TRIES} tries`);
    },
    cancel: (attemptId) => cancelCharge(deps, { attemptId, at: new Date() }),
    refund: (refundId) => makeRefund(deps, { refundId, at: new Date() }),
    async reconcile(
      { store: { companyId, environment } },
      span = { since: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) },
    ) {
      const [account] = await world.database.query<{ id: string }>(
        'select id from gateway_accounts where company_id = $1 and environment = $2',
        [companyId, environment],
      );
      const counts = await reconcileAccount(
        { em, gateways, log, clock: systemClock },
        { accountId: Number(account!.id), span, heartbeat: () => undefined },
      );
      const [row] = await world.database.query<{ findings: Finding[] }>(
        `select findings from gateway_reconciliations where company_id = $1 and environment = $2
         order by id desc limit 1`,
        [companyId, environment],
      );
      return { ...counts!, written: row!.findings };
    },
    async applyStored() {
      // The look goes one by one: the API's own sweep may have claimed them for itself meanwhile.
      const rows = await world.database.query<CallbackRow>('select * from gateway_callbacks where applied_at is null');
      for (const row of rows) await applyCallback({ em: orm.em, clock: systemClock }, storedCallback(row));
    },
    async attempt(attemptId) {
      const [row] = await world.database.query<Record<string, unknown>>(
        'select * from payment_attempts where id = $1',
        [attemptId],
      );
      return row!;
    },
    invoice: (id) => store.api.invoice(id),
  };
  return hands;
}
