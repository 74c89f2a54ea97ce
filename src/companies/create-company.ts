import type { EntityManager } from '@mikro-orm/postgresql';
import { createApiToken } from './api-tokens.ts';
import { Company } from './company.entity.ts';

/** Creates a company with one token for each environment. The tokens are returned here and never again. */
export async function createCompany(
  em: EntityManager,
  input: { name: string; city: string; now: Date } & Partial<CompanyPolicies>,
): Promise<{ company: Company; productionToken: string; sandboxToken: string }> {
  return em.transactional(async (tx) => {
    const { now, ...fields } = input;
    const company = tx.create(Company, { ...fields, createdAt: now });
    await tx.flush();
    const production = createApiToken(tx, { companyId: company.id, environment: 'production' }, now);
    const sandbox = createApiToken(tx, { companyId: company.id, environment: 'sandbox' }, now);
    return { company, productionToken: production.token, sandboxToken: sandbox.token };
  });
}

type CompanyPolicies = Pick<
  Company,
  | 'plan'
  | 'rateLimitPerMinute'
  | 'timeZone'
  | 'pixExpirySeconds'
  | 'abandonmentSeconds'
  | 'boletoDueDays'
  | 'boletoMaxDaysAfterDue'
  | 'webhookRetries'
  | 'webhookRetryIntervalSeconds'
  | 'webhookRetryStrategy'
>;
