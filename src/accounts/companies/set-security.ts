import type { EntityManager } from '@mikro-orm/postgresql';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';

export type SecurityPolicies = Pick<
  Company,
  'requiresSecondFactor' | 'refundStepUpCents' | 'refundApprovalCents' | 'refundDayLimitCents'
>;

const FIELDS = [
  'requiresSecondFactor',
  'refundStepUpCents',
  'refundApprovalCents',
  'refundDayLimitCents',
] as const satisfies (keyof SecurityPolicies)[];

/** Sets what a store asks of its people, from the next request on. @throws ApiError 404 */
export function setSecurity(
  em: EntityManager,
  { companyId, policies }: { companyId: number; policies: SecurityPolicies },
): Promise<{ company: Company; changes: Changes }> {
  return changeCompany(em, { companyId, fields: FIELDS }, (company) => {
    Object.assign(company, policies);
  });
}
