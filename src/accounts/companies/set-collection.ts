import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';

/** The store's policies for invoices that say nothing else. Durations are in seconds. */
export type CollectionPolicies = Pick<
  Company,
  | 'defaultFine'
  | 'defaultInterest'
  | 'installmentInterest'
  | 'boletoDueDays'
  | 'boletoMaxDaysAfterDue'
  | 'boletoWithPix'
  | 'pixExpirySeconds'
  | 'abandonmentSeconds'
  | 'paysAfterAbandonment'
>;

/** A year: payers keep no code for longer, and no bank a boleto. */
export const MAX_COLLECTION_DAYS = 365;
export const MIN_PERIOD_SECONDS = 60;
export const MAX_PERIOD_SECONDS = MAX_COLLECTION_DAYS * 86_400;

const FIELDS = [
  'defaultFine',
  'defaultInterest',
  'installmentInterest',
  'boletoDueDays',
  'boletoMaxDaysAfterDue',
  'boletoWithPix',
  'pixExpirySeconds',
  'abandonmentSeconds',
  'paysAfterAbandonment',
] as const satisfies (keyof CollectionPolicies)[];

/**
 * Changes how a store collects, from the next invoice on: those that exist keep the terms that their payers were told.
 * A new code of an existing Pix invoice lives as long as new ones do.
 *
 * @throws ApiError 404; 422 for days and periods over a year, or under a minute
 */
export function setCollection(
  em: EntityManager,
  { companyId, policies }: { companyId: number; policies: CollectionPolicies },
): Promise<{ company: Company; changes: Changes }> {
  checkPolicies(policies);
  return changeCompany(em, { companyId, fields: FIELDS }, (company) => {
    for (const field of FIELDS) Object.assign(company, { [field]: policies[field] });
  });
}

function checkPolicies(policies: CollectionPolicies): void {
  const errors: FieldError[] = [];
  for (const [field, value] of [
    ['boleto_due_days', policies.boletoDueDays],
    ['boleto_max_days_after_due', policies.boletoMaxDaysAfterDue],
  ] as const) {
    if (Number.isInteger(value) && value >= 0 && value <= MAX_COLLECTION_DAYS) continue;
    const message = `${field} must be from 0 to ${MAX_COLLECTION_DAYS} days.`;
    errors.push({ field, code: 'days.out_of_range', message });
  }
  for (const [field, value] of [
    ['pix_expiry', policies.pixExpirySeconds],
    ['abandonment', policies.abandonmentSeconds],
  ] as const) {
    if (Number.isInteger(value) && value >= MIN_PERIOD_SECONDS && value <= MAX_PERIOD_SECONDS) continue;
    const message = `${field} must be from a minute to ${MAX_COLLECTION_DAYS} days.`;
    errors.push({ field, code: 'period.out_of_range', message });
  }
  if (errors.length > 0) throw invalidFields(errors);
}
