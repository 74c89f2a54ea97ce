import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import type { Store } from '../../base/environment.ts';
import { inTransaction, reader } from '../../base/db/transaction.ts';
import type { PayoutEventType } from '../../events/event-types.ts';
import type { Clock } from '../../base/time/clock.ts';
import { isBookable, type PayoutItem, type PayoutNews } from '../../gateways/payment-gateway.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import type { LedgerDraft } from '../../invoices/ledger/accounts.ts';
import { payoutDraft } from '../../invoices/ledger/drafts.ts';
import { postTransactions } from '../../invoices/ledger/post-transactions.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { Payout } from '../../invoices/payout.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { recordEvents } from '../../webhooks/record-events.ts';
import { presentPayoutEvent } from './present-payout.ts';

type Outcome = 'applied' | 'nothing_to_do' | 'unknown_store' | 'foreign_currency';

/**
 * Applies a gateway's news of a payout, in any order and however often they come. The balance at the gateway falls when
 * the gateway sends the money, and rises again when the bank sends it back. The payments and refunds in it are noted;
 * `unexplainedCents` is what they do not account for.
 *
 * @param note writes more in the same transaction once the outcome is known
 */
export async function applyPayoutNews(
  { em, clock }: { em: EntityManager; clock: Clock },
  { gateway, store, news }: { gateway: string; store: Store | null; news: PayoutNews },
  note: (tx: EntityManager, outcome: Outcome, at: Date) => Promise<void>,
): Promise<Outcome> {
  const whose = store ?? (await findStore(em, gateway, news.items ?? []));
  if (!whose) return 'unknown_store';
  const at = await clock.now(whose);
  return inTransaction(em, async (tx) => {
    const outcome = isBookable(news) ? await notePayout(tx, { gateway, store: whose, news, at }) : 'foreign_currency';
    await note(tx, outcome, at);
    return outcome;
  });
}

/** A gateway that all stores share names the store by the money. */
async function findStore(em: EntityManager, gateway: string, items: readonly PayoutItem[]): Promise<Store | null> {
  const ids = items.filter(({ kind }) => kind === 'payment').map(({ id }) => id);
  const payment = await reader(em).findOne(Payment, { gateway, gatewayPaymentId: { $in: ids } });
  return payment && { companyId: payment.companyId, environment: payment.environment };
}

async function notePayout(
  tx: EntityManager,
  { gateway, store, news, at }: { gateway: string; store: Store; news: PayoutNews; at: Date },
): Promise<'applied' | 'nothing_to_do'> {
  const { gatewayPayoutId, status, amountCents, arrivesOn, failureReason, items } = news;
  // Two callbacks of one payout wait for each other here.
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `payout:${store.companyId}:${store.environment}:${gateway}:${gatewayPayoutId}`,
  ]);
  const known = await tx.findOne(Payout, { ...store, gateway, gatewayPayoutId });
  // A payout that has failed stays so: the gateway makes another.
  const isOld = known !== null && (known.status === status || known.status === 'failed' || status === 'pending');
  if (isOld && (items === undefined || known.unexplainedCents !== null)) return 'nothing_to_do';
  const payout =
    known ??
    tx.create(Payout, {
      ...{ ...store, gateway, gatewayPayoutId, status, amountCents, arrivesOn, failureReason },
      ...{ unexplainedCents: null, eventSequence: 0, createdAt: at, updatedAt: at },
    });
  const wasReconciled = payout.unexplainedCents !== null;
  if (!isOld) tx.assign(payout, { status, arrivesOn, failureReason });
  payout.updatedAt = at;
  await tx.flush();
  const { id: payoutId } = payout;
  if (payout.status === 'failed') await letGo(tx, payoutId);
  else if (items) payout.unexplainedCents = payout.amountCents - (await match(tx, { store, gateway, payoutId, items }));
  const company = await tx.findOneOrFail(Company, store.companyId);
  const isNew = known === null;
  const drafts = isOld ? [] : draftsOf(payout, { isNew, today: storeToday(at, company) });
  await postTransactions(tx, { store, invoiceId: null, at, drafts });
  const types: PayoutEventType[] = [
    ...(isNew ? (['payout.created'] as const) : []),
    ...(!isOld && payout.status !== 'pending' ? [`payout.${payout.status}` as const] : []),
    ...(payout.unexplainedCents !== null && !wasReconciled ? (['payout.reconciled'] as const) : []),
  ];
  await announce(tx, { payout, company, types, at });
  return 'applied';
}

function draftsOf(payout: Payout, { isNew, today }: { isNew: boolean; today: string }): LedgerDraft[] {
  return [
    ...(isNew ? [payoutDraft('payout', payout, today)] : []),
    ...(payout.status === 'failed' ? [payoutDraft('payout_returned', payout, today)] : []),
  ];
}

/** A gateway may tell of a payout first when the bank has it: whoever waits for an event of either name hears of it. */
async function announce(
  tx: EntityManager,
  { payout, company, types, at }: { payout: Payout; company: Company; types: PayoutEventType[]; at: Date },
): Promise<void> {
  const data = presentPayoutEvent(payout, company);
  const drafts = types.map((type) => ({ type, sequence: (payout.eventSequence += 1), data }));
  await tx.flush();
  const { companyId, environment } = payout;
  await recordEvents(tx, {
    store: { companyId, environment },
    resource: { type: 'payout', id: payout.id },
    drafts,
    at,
  });
}

/** Notes the money that a payout has. @returns the sum of what is known here as its gateway says, in cents */
async function match(
  tx: EntityManager,
  {
    store,
    gateway,
    payoutId,
    items,
  }: { store: Store; gateway: string; payoutId: number; items: readonly PayoutItem[] },
): Promise<number> {
  const netOf = new Map(items.map(({ kind, id, netCents }) => [`${kind} ${id}`, netCents]));
  const idsOf = (wanted: PayoutItem['kind']): string[] =>
    items.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const free = { ...store, $or: [{ payoutId: null }, { payoutId }] };
  const order = { orderBy: { id: 'asc' as const } };
  const payments = await tx.find(Payment, { ...free, gateway, gatewayPaymentId: { $in: idsOf('payment') } }, order);
  const refunds = await tx.find(Refund, { ...free, gatewayRefundId: { $in: idsOf('refund') } }, order);
  let explained = 0;
  for (const payment of payments) {
    const netCents = payment.amountCents - (payment.feeCents ?? 0);
    payment.payoutId = payoutId;
    if (netOf.get(`payment ${payment.gatewayPaymentId}`) === netCents) explained += netCents;
  }
  for (const refund of refunds) {
    refund.payoutId = payoutId;
    if (netOf.get(`refund ${refund.gatewayRefundId}`) === -refund.amountCents) explained -= refund.amountCents;
  }
  return explained;
}

/** The money of a payout that failed is at the gateway again, for the next one. */
async function letGo(tx: EntityManager, payoutId: number): Promise<void> {
  await tx.nativeUpdate(Payment, { payoutId }, { payoutId: null });
  await tx.nativeUpdate(Refund, { payoutId }, { payoutId: null });
}
