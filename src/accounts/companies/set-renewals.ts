import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { TIME_OF_DAY } from '../../base/time/time-of-day.ts';
import { changeCompany, type Changes } from './change-company.ts';
import { DUNNING_ACTIONS, type Company } from './company.entity.ts';
import { tellSubscriptions } from './tell-subscriptions.ts';

/** The store's policies for the renewal of subscriptions, and for charges that fail. */
export type RenewalPolicies = Pick<
  Company,
  'renewalTime' | 'subscriptionDaysBeforeDue' | 'dunningRetryDays' | 'dunningAction' | 'dunningGraceDays'
>;

export const MAX_RENEWAL_DAYS_BEFORE_DUE = 60;
export const MAX_RETRIES = 10;
export const MAX_RETRY_DAY = 60;
export const MAX_GRACE_DAYS = 90;

const FIELDS = [
  'renewalTime',
  'subscriptionDaysBeforeDue',
  'dunningRetryDays',
  'dunningAction',
  'dunningGraceDays',
] as const satisfies (keyof RenewalPolicies)[];

/**
 * Changes how a store renews its subscriptions. The time of day holds for all of them from now on; days before due for
 * subscriptions that are made from now on and name none; days of new attempts and what follows them for charges that
 * fail from now on. Attempts that are planned stay planned.
 *
 * @throws ApiError 404; 422 naming each policy that is out of range
 */
export function setRenewals(
  em: EntityManager,
  { companyId, policies }: { companyId: number; policies: RenewalPolicies },
): Promise<{ company: Company; changes: Changes }> {
  checkPolicies(policies);
  return inTransaction(em, async (tx) => {
    const changed = await changeCompany(tx, { companyId, fields: FIELDS }, (company) => {
      for (const field of FIELDS) Object.assign(company, { [field]: policies[field] });
    });
    await tx.flush();
    // The workflows wait for the old time of day.
    if ('renewalTime' in changed.changes) await tellSubscriptions(tx, companyId);
    return changed;
  });
}

function checkPolicies(policies: RenewalPolicies): void {
  const { renewalTime, subscriptionDaysBeforeDue, dunningRetryDays, dunningAction, dunningGraceDays } = policies;
  const errors: FieldError[] = [];
  const check = (holds: boolean, error: FieldError): void => {
    if (!holds) errors.push(error);
  };
  check(TIME_OF_DAY.test(renewalTime), {
    field: 'renewal_time',
    code: 'time.invalid',
    message: 'renewal_time must be a time of day, HH:MM.',
  });
  check(isWholeUpTo(subscriptionDaysBeforeDue, MAX_RENEWAL_DAYS_BEFORE_DUE), {
    field: 'days_before_due',
    code: 'days_before_due.out_of_range',
    message: `days_before_due must be from 0 to ${MAX_RENEWAL_DAYS_BEFORE_DUE} days.`,
  });
  check(areRetryDays(dunningRetryDays), {
    field: 'retry_days',
    code: 'retry_days.invalid',
    message: `retry_days must be at most ${MAX_RETRIES} days from 1 to ${MAX_RETRY_DAY}, ascending.`,
  });
  check(DUNNING_ACTIONS.includes(dunningAction), {
    field: 'dunning_action',
    code: 'any.only',
    message: `dunning_action must be one of ${DUNNING_ACTIONS.join(', ')}.`,
  });
  check(isWholeUpTo(dunningGraceDays, MAX_GRACE_DAYS), {
    field: 'grace_days',
    code: 'grace_days.out_of_range',
    message: `grace_days must be from 0 to ${MAX_GRACE_DAYS} days.`,
  });
  if (errors.length > 0) throw invalidFields(errors);
}

function areRetryDays(days: number[]): boolean {
  const isAscending = days.every((day, at) => at === 0 || day > days[at - 1]!);
  return isAscending && days.length <= MAX_RETRIES && days.every((day) => day >= 1 && isWholeUpTo(day, MAX_RETRY_DAY));
}

function isWholeUpTo(days: number, max: number): boolean {
  return Number.isInteger(days) && days >= 0 && days <= max;
}
