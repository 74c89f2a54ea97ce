import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { ENVIRONMENTS } from '../../base/environment.ts';
import { createApiToken } from './api-tokens.ts';
import { Company } from './company.entity.ts';
import { StoreSettings } from './store-settings.entity.ts';

type NewCompany = { name: string; city: string; now: Date } & Partial<CompanyPolicies> & Settings;
/** The same in both environments, to begin with. */
type Settings = {
  [name in 'webhookRetries' | 'webhookRetryIntervalSeconds' | 'webhookRetryStrategy']?: StoreSettings[name] | undefined;
};

/** Creates a company with one token for each environment. The tokens are returned here and never again. */
export async function createCompany(
  em: EntityManager,
  input: NewCompany,
): Promise<{ company: Company; productionToken: string; sandboxToken: string }> {
  return inTransaction(em, async (tx) => {
    const company = await createCompanyWithoutTokens(tx, input);
    const production = createApiToken(tx, { companyId: company.id, environment: 'production' }, input);
    const sandbox = createApiToken(tx, { companyId: company.id, environment: 'sandbox' }, input);
    return { company, productionToken: production.token, sandboxToken: sandbox.token };
  });
}

/** Creates a company whose own people generate its tokens: nobody else ever sees one. */
export async function createCompanyWithoutTokens(em: EntityManager, input: NewCompany): Promise<Company> {
  return inTransaction(em, async (tx) => {
    const { now, webhookRetries, webhookRetryIntervalSeconds, webhookRetryStrategy, ...fields } = input;
    const company = tx.create(Company, { ...fields, createdAt: now });
    await tx.flush();
    await createSettings(tx, company.id, { webhookRetries, webhookRetryIntervalSeconds, webhookRetryStrategy });
    return company;
  });
}

async function createSettings(tx: EntityManager, companyId: number, settings: Settings): Promise<void> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  // The trigger for the version before may have made them: migration 0023.
  await tx.upsertMany(
    StoreSettings,
    ENVIRONMENTS.map((environment) => ({ companyId, environment, ...given })),
    { onConflictFields: ['companyId', 'environment'] },
  );
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
  | 'boletoWithPix'
  | 'paysAfterAbandonment'
  | 'renewalTime'
  | 'subscriptionDaysBeforeDue'
  | 'dunningRetryDays'
  | 'dunningAction'
  | 'dunningGraceDays'
>;
