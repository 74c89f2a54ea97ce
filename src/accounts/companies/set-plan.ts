import type { EntityManager } from '@mikro-orm/postgresql';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';
import type { Plan } from './plans.ts';

/**
 * Changes what a company pays for; the API heeds it with the next request.
 *
 * @param rateLimitPerMinute its own number of requests, null for the plan's; left out, what was chosen before stays
 * @throws ApiError 404 `company_not_found`
 */
export async function setPlan(
  em: EntityManager,
  { companyId, plan, rateLimitPerMinute }: { companyId: number; plan: Plan; rateLimitPerMinute?: number | null },
): Promise<{ company: Company; changes: Changes }> {
  return changeCompany(em, { companyId, fields: ['plan', 'rateLimitPerMinute'] }, (company) => {
    company.plan = plan;
    if (rateLimitPerMinute !== undefined) company.rateLimitPerMinute = rateLimitPerMinute;
  });
}
