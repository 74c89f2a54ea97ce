import type { EntityManager } from '@mikro-orm/postgresql';
import { storeTimeOf } from '../accounts/companies/store-clock.ts';
import { joinClock } from '../accounts/companies/store-clock.sql.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { nameOfStore, type Store } from '../base/environment.ts';
import { readOpenMandates } from '../payments/mandates/read-mandates.ts';
import { MOST_SPREAD, nextStep, spreadOut } from './next-step.ts';
import type { SubscriptionNews } from './subscription-news.ts';
import { Subscription } from './subscription.entity.ts';
import { readUnsettledCycles } from './unsettled-cycles.ts';

/**
 * Reads the present state of some subscriptions and the step that follows: eight queries whatever their number, in one
 * snapshot.
 *
 * @param withoutCharges the store has no gateway: a charge that is due waits, and steps without a charge come first
 */
export async function readSubscriptionNews(
  em: EntityManager,
  subscriptionIds: number[],
  { withoutCharges = false }: { withoutCharges?: boolean } = {},
): Promise<SubscriptionNews[]> {
  return em.fork().transactional(
    async (tx) => {
      const subscriptions = await tx.find(Subscription, { id: subscriptionIds });
      const companies = await tx.find(Company, { id: [...new Set(subscriptions.map(({ companyId }) => companyId))] });
      const companyById = new Map(companies.map((company) => [company.id, company]));
      const cyclesOf = Map.groupBy(await readUnsettledCycles(tx, subscriptionIds), ({ cycle }) => cycle.subscriptionId);
      const mandatesOf = Map.groupBy(
        await readOpenMandates(tx, subscriptionIds),
        ({ subscriptionId }) => subscriptionId,
      );
      const storeOf = await readStores(tx, subscriptionIds);
      return subscriptions.map((subscription) => {
        const { id, companyId, environment, version, status, paymentMethod } = subscription;
        const unsettled = cyclesOf.get(id) ?? [];
        const { waiting, clockAt } = storeOf.get(nameOfStore(subscription))!;
        const company = companyById.get(companyId)!;
        const mandates = mandatesOf.get(id) ?? [];
        const next = nextStep(subscription, { company, unsettled, mandates, withoutCharges });
        return {
          subscriptionId: id,
          companyId,
          environment,
          version,
          invoiceVersions: unsettled.reduce((total, { invoice }) => total + invoice.version, 0),
          status,
          paymentMethod,
          // A clock that stands has no busy minute.
          next: next && (clockAt ? next : spreadOut(next, { id, waiting })),
          ...storeTimeOf(clockAt),
          ...(withoutCharges && { isHeldAtGateway: true }),
        };
      });
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

interface StoreFacts {
  /** Its subscriptions with a step before them, counted as far as it matters. */
  waiting: number;
  /** The time of its sandbox's clock; null where it has real time. */
  clockAt: Date | null;
}

/** The stores of some subscriptions, by name. */
async function readStores(tx: EntityManager, subscriptionIds: number[]): Promise<Map<string, StoreFacts>> {
  const rows = await tx.execute<StoreRow[]>(
    `select store.company_id, store.environment, counted.waiting, clock_of_store.now_at as clock_at
     from (select distinct company_id, environment from subscriptions where id = any (?)) as store
     cross join lateral (
       select count(*)::int as waiting from (
         select 1 from subscriptions
         where company_id = store.company_id and environment = store.environment and next_step_at is not null
         limit ${MOST_SPREAD}) as waiting_steps) as counted
     ${joinClock('store')}`,
    [`{${subscriptionIds.join()}}`],
  );
  return new Map(
    rows.map(({ company_id: companyId, environment, waiting, clock_at: clockAt }) => [
      nameOfStore({ companyId: Number(companyId), environment }),
      { waiting, clockAt: clockAt === null ? null : new Date(clockAt) },
    ]),
  );
}

interface StoreRow {
  company_id: string;
  environment: Store['environment'];
  waiting: number;
  clock_at: string | Date | null;
}
