import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import type { CollectionPolicies } from '../../accounts/companies/set-collection.ts';
import type { Adjustment } from '../../banking/amounts.ts';
import { MAX_MONTHLY_PPM, type InstallmentInterest } from '../../banking/installments.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { readAdjustment, writeAdjustment } from '../adjustments.ts';
import { splitPeriod, UNIT_SECONDS, type Unit } from '../periods.ts';

export const ADJUSTMENTS = ['none', 'fixed', 'percentage'] as const;

/** The form of the collection, as it was typed. */
export interface CollectionForm {
  fine_type: (typeof ADJUSTMENTS)[number];
  fine_value?: string;
  interest_type: (typeof ADJUSTMENTS)[number];
  interest_value?: string;
  installments_free: number;
  /** Percent a month; empty: no interest. */
  installments_rate?: string;
  boleto_due_days: number;
  boleto_max_days_after_due: number;
  boleto_with_pix: boolean;
  pix_expiry: number;
  pix_expiry_unit: Unit;
  abandonment: number;
  abandonment_unit: Unit;
  pays_after_abandonment: boolean;
}

/** @throws ApiError 422 naming the fields of the form */
export function readCollection(form: CollectionForm, language: PanelLanguage): CollectionPolicies {
  const errors: FieldError[] = [];
  const defaultFine = readLateFee('fine', { form, language, errors });
  const defaultInterest = readLateFee('interest', { form, language, errors });
  const installmentInterest = readInstallmentInterest(form, { language, errors });
  if (errors.length > 0) throw invalidFields(errors);
  return {
    defaultFine,
    defaultInterest,
    installmentInterest,
    boletoDueDays: form.boleto_due_days,
    boletoMaxDaysAfterDue: form.boleto_max_days_after_due,
    boletoWithPix: form.boleto_with_pix,
    pixExpirySeconds: form.pix_expiry * UNIT_SECONDS[form.pix_expiry_unit],
    abandonmentSeconds: form.abandonment * UNIT_SECONDS[form.abandonment_unit],
    paysAfterAbandonment: form.pays_after_abandonment,
  };
}

/** The policies of a store as the form shows them. */
export function presentCollection(
  company: CollectionPolicies,
  language: PanelLanguage,
): Record<keyof CollectionForm, string> {
  const { defaultFine: fine, defaultInterest: interest, installmentInterest: table } = company;
  const [pixExpiry, abandonment] = [splitPeriod(company.pixExpirySeconds), splitPeriod(company.abandonmentSeconds)];
  return {
    fine_type: fine?.type ?? 'none',
    fine_value: writeAdjustment(fine, language),
    interest_type: interest?.type ?? 'none',
    interest_value: writeAdjustment(interest, language),
    installments_free: String(table?.freeUpTo ?? 1),
    installments_rate: table ? writeAdjustment({ type: 'percentage', ppm: table.monthlyPpm }, language) : '',
    boleto_due_days: String(company.boletoDueDays),
    boleto_max_days_after_due: String(company.boletoMaxDaysAfterDue),
    boleto_with_pix: company.boletoWithPix ? 'on' : '',
    pix_expiry: String(pixExpiry.count),
    pix_expiry_unit: pixExpiry.unit,
    abandonment: String(abandonment.count),
    abandonment_unit: abandonment.unit,
    pays_after_abandonment: company.paysAfterAbandonment ? 'on' : '',
  };
}

function readLateFee(
  name: 'fine' | 'interest',
  { form, language, errors }: { form: CollectionForm; language: PanelLanguage; errors: FieldError[] },
): Adjustment | null {
  const type = form[`${name}_type`];
  if (type === 'none') return null;
  return readAdjustment({ field: `${name}_value`, type, text: form[`${name}_value`] }, { language, errors });
}

/** A store that gives no rate takes no interest, however many parts its payer chooses. */
function readInstallmentInterest(
  form: CollectionForm,
  about: { language: PanelLanguage; errors: FieldError[] },
): InstallmentInterest | null {
  const { installments_free: freeUpTo, installments_rate: text } = form;
  const field = 'installments_rate';
  const rate = text === undefined ? null : readAdjustment({ field, type: 'percentage', text }, about);
  if (rate?.type !== 'percentage') return null;
  if (rate.ppm > MAX_MONTHLY_PPM) {
    const message = `${field} must be at most ${MAX_MONTHLY_PPM / 10_000} percent a month.`;
    about.errors.push({ field, code: 'rate.too_high', message });
  }
  return { freeUpTo, monthlyPpm: rate.ppm };
}
