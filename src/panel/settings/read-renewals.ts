import type { RenewalPolicies } from '../../accounts/companies/set-renewals.ts';
import { invalidFields } from '../../base/errors/errors.ts';

/** The form of the renewals, as it was typed. */
export interface RenewalsForm {
  renewal_time: string;
  days_before_due: number;
  retry_days?: string;
  dunning_action: RenewalPolicies['dunningAction'];
  grace_days: number;
}

/**
 * @throws ApiError 422 naming the field of the days that cannot be read; whether they are in range the use case knows
 */
export function readRenewals(form: RenewalsForm): RenewalPolicies {
  const { retry_days: text = '' } = form;
  const days = text === '' ? [] : text.split(/\s*[,;]\s*|\s+/);
  if (!days.every((day) => /^\d{1,3}$/.test(day))) {
    const message = 'retry_days are no whole numbers with commas between them.';
    throw invalidFields([{ field: 'retry_days', code: 'retry_days.invalid', message }]);
  }
  return {
    renewalTime: form.renewal_time,
    subscriptionDaysBeforeDue: form.days_before_due,
    dunningRetryDays: days.map(Number),
    dunningAction: form.dunning_action,
    dunningGraceDays: form.grace_days,
  };
}

/** The policies of a store as the form shows them. */
export function presentRenewals(company: RenewalPolicies): Record<keyof RenewalsForm, string> {
  return {
    renewal_time: company.renewalTime,
    days_before_due: String(company.subscriptionDaysBeforeDue),
    retry_days: company.dunningRetryDays.join(', '),
    dunning_action: company.dunningAction,
    grace_days: String(company.dunningGraceDays),
  };
}
