import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { nextStep } from './next-step.ts';
import type { SubscriptionNews } from './subscription-news.ts';
import { Subscription } from './subscription.entity.ts';
import { readUnsettledCycles } from './unsettled-cycles.ts';

/**
 * Reads the present state of some subscriptions and the step that follows: five queries whatever their number, in one
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
      return subscriptions.map((subscription) => {
        const { id, companyId, environment, version, status, paymentMethod } = subscription;
        const unsettled = cyclesOf.get(id) ?? [];
        return {
          subscriptionId: id,
          companyId,
          environment,
          version,
          invoiceVersions: unsettled.reduce((total, { invoice }) => total + invoice.version, 0),
          status,
          paymentMethod,
          next: nextStep(subscription, { company: companyById.get(companyId)!, unsettled, withoutCharges }),
          ...(withoutCharges && { isHeldAtGateway: true }),
        };
      });
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
