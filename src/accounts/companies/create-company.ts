import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { createApiToken } from './api-tokens.ts';
import { Company } from './company.entity.ts';

type NewCompany = { name: string; city: string; now: Date } & Partial<CompanyPolicies>;

/** Creates a company with one token for each environment. The tokens are returned here and never again. */
export async function createCompany(
  em: EntityManager,
  input: NewCompany,
): Promise<{ company: Company; productionToken: string; sandboxToken: string }> {
  return inTransaction(em, async (tx) => {
    const company = await createCompanyWithoutTokens(tx, input);
    const production = createApiToken(tx, { companyId: company.id, environment: 'production' }, input.now);
    const sandbox = createApiToken(tx, { companyId: company.id, environment: 'sandbox' }, input.now);
    return { company, productionToken: production.token, sandboxToken: sandbox.token };
  });
}

/** Creates a company whose own people generate its tokens: nobody else ever sees one. */
export async function createCompanyWithoutTokens(em: EntityManager, input: NewCompany): Promise<Company> {
  return inTransaction(em, async (tx) => {
    const { now, ...fields } = input;
    const company = tx.create(Company, { ...fields, createdAt: now });
    await tx.flush();
    return company;
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
  | 'renewalTime'
  | 'subscriptionDaysBeforeDue'
  | 'dunningRetryDays'
  | 'dunningAction'
  | 'dunningGraceDays'
  | 'webhookRetries'
  | 'webhookRetryIntervalSeconds'
  | 'webhookRetryStrategy'
>;
