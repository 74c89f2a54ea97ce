import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { GatewayAccount } from '../../gateways/gateway-account.entity.ts';
import type { TimeSpan } from '../../gateways/payment-gateway.ts';
import { createComparison, type Comparison, type ComparisonMode, type ReconcileDeps } from './comparison.ts';
import { compareCharges, compareOpenCharges } from './compare-charges.ts';
import { compareMandates } from './compare-mandates.ts';
import { comparePayouts, comparePrices } from './compare-payouts.ts';
import { compareDisputes, compareRefunds } from './compare-refunds.ts';
import { COMPARISON_PARTS, Reconciliation, type ComparisonPart } from './reconciliation.entity.ts';

type Compare = (comparison: Comparison, span: TimeSpan, after?: string) => Promise<void>;

const COMPARE: Readonly<Record<ComparisonPart, Compare>> = {
  charges: compareCharges,
  open_charges: compareOpenCharges,
  refunds: compareRefunds,
  disputes: compareDisputes,
  mandates: compareMandates,
  prices: comparePrices,
  payouts: comparePayouts,
};

export interface ReconciliationCounts {
  chargesSeen: number;
  repaired: number;
  findings: number;
}

/**
 * Holds a store's books against its gateway's: charges that were made in a time and whatever of ours is open from
 * before, refunds and disputes. A callback that was missed is made up for, in the way of a callback; what neither side
 * can be trusted on is written down for the store. May be repeated: what stopped before its end goes on from there.
 *
 * @param heartbeat called now and then, as it may take minutes
 * @returns how much was found; null where the account is gone, or keeps no books of its own
 * @throws GatewayUnavailableError for what a retry can mend; what was found until then is written down
 */
export async function reconcileAccount(
  deps: ReconcileDeps,
  given: { accountId: number; span: TimeSpan; heartbeat: () => void },
): Promise<ReconciliationCounts | null> {
  const comparison = await compareBooks(deps, { ...given, mode: 'compare' });
  if (!comparison) return null;
  const { chargesSeen, repaired, findings, findingsLeftOut } = comparison;
  return { chargesSeen, repaired, findings: findings.length + findingsLeftOut };
}

/**
 * As `reconcileAccount`, and for a record that was restored to an earlier moment too.
 *
 * @returns the comparison at its end
 */
export async function compareBooks(
  deps: ReconcileDeps,
  {
    accountId,
    span,
    heartbeat,
    mode,
  }: { accountId: number; span: TimeSpan; heartbeat: () => void; mode: ComparisonMode },
): Promise<Comparison | null> {
  const account = await deps.em.fork().findOne(GatewayAccount, accountId);
  if (!account) return null;
  const store: Store = { companyId: account.companyId, environment: account.environment };
  const gateway = await deps.gateways.open(deps.em, account.gateway, store);
  const { books } = gateway;
  if (!books) return null;
  const stopped = mode === 'compare' ? await findStopped(deps.em, { store, gateway: gateway.name, span }) : null;
  const record = createRecord(deps, { span, id: stopped?.id ?? null });
  const progress = stopped && { ...pick(stopped), stop: stopped.stoppedAt };
  const comparison = createComparison(deps, { store, gateway, books, mode, heartbeat, progress, keep: record });
  try {
    const begunIn = comparison.stop?.part ?? COMPARISON_PARTS[0];
    for (const part of COMPARISON_PARTS.slice(COMPARISON_PARTS.indexOf(begunIn))) {
      const after = comparison.stop?.part === part ? comparison.stop.after : null;
      comparison.stop = { part, after };
      await COMPARE[part](comparison, span, after ?? undefined);
    }
  } catch (error) {
    if (hasBegun(comparison)) await record(comparison);
    throw error;
  }
  comparison.stop = null;
  await record(comparison);
  return comparison;
}

function hasBegun({ stop }: Comparison): boolean {
  return stop !== null && (stop.part !== COMPARISON_PARTS[0] || stop.after !== null);
}

function pick({ chargesSeen, repaired, findings }: Reconciliation) {
  return { chargesSeen, repaired, findings };
}

/** The comparison of the same time that an earlier try of the same run began. */
function findStopped(
  em: EntityManager,
  { store, gateway, span }: { store: Store; gateway: string; span: TimeSpan },
): Promise<Reconciliation | null> {
  const options = { orderBy: { id: 'desc' as const } };
  return em.fork().findOne(Reconciliation, { ...store, gateway, ...span, stoppedAt: { $ne: null } }, options);
}

/** Writes down what a comparison has come to, in one row, and tells of news at its end. */
function createRecord(
  { em, log }: ReconcileDeps,
  { span, id: known }: { span: TimeSpan; id: number | null },
): (comparison: Comparison) => Promise<void> {
  let id = known;
  return async ({ mode, store, gateway, chargesSeen, repaired, findings, findingsLeftOut, stop }) => {
    if (mode === 'tell') return;
    const tx = em.fork();
    const values = { chargesSeen, repaired, findings, stoppedAt: stop, createdAt: new Date() };
    const others = id === null ? {} : { id: { $ne: id } };
    const [last] = await tx.find(Reconciliation, { ...store, ...others }, { orderBy: { id: 'desc' }, limit: 1 });
    const row = id === null ? null : await tx.findOne(Reconciliation, id);
    const written = row
      ? tx.assign(row, values)
      : tx.create(Reconciliation, { ...store, gateway: gateway.name, ...span, ...values });
    await tx.flush();
    id = written.id;
    const isNews = repaired > 0 || JSON.stringify(findings) !== JSON.stringify(last?.findings ?? []);
    if (stop !== null || !isNews) return;
    const { companyId: company_id, environment } = store;
    const counts = { repaired, findings: findings.length, findings_left_out: findingsLeftOut };
    log.warn({ company_id, environment, ...counts }, 'the books of a store were compared');
  };
}
