import { PLATFORM_COLOR } from '../../base/text/brand-colors.ts';
import { proofOf } from '../../accounts/companies/checkout-domain.ts';
import type { Company } from '../../accounts/companies/company.entity.ts';
import type { Store } from '../../base/environment.ts';
import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { requestsPerMinuteOf } from '../../accounts/companies/plans.ts';
import { MAX_GRACE_DAYS, MAX_RENEWAL_DAYS_BEFORE_DUE } from '../../accounts/companies/set-renewals.ts';
import { writeTaxDocument } from '../../accounts/companies/tax-document.ts';
import { MAX_INSTALLMENTS } from '../../banking/installments.ts';
import { joi } from '../../base/http/joi.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { formFields } from '../form-fields.ts';
import { screen, type RequestOf } from '../screen.ts';
import { unsavedBrand, type UnsavedBrand } from './preview.screens.ts';
import { sayAdjustment } from '../adjustments.ts';
import { UNITS } from '../periods.ts';
import { presentCollection } from './read-collection.ts';
import { presentRenewals } from './read-renewals.ts';
import { settingsWords } from './settings.words.ts';

const words = settingsWords;

export const settingsScreen = screen({
  id: 'settings',
  scope: 'store',
  path: '/settings',
  section: 'settings',
  words,
  query: joi.object<UnsavedBrand & { platform_color: boolean }>({
    ...unsavedBrand,
    platform_color: formFields.checkbox(),
  }),
  show: async (request) => {
    const { deps, store, company, w, input, href } = request;
    const logoVersion = await findLogoVersion(deps.em, store.companyId);
    return {
      template: 'settings/settings',
      title: w.title,
      data: {
        brand: {
          name: company.name,
          color: company.brandColor ?? PLATFORM_COLOR,
          platform_color: company.brandColor === null,
        },
        ownColor: company.brandColor,
        logo: logoVersion && href(`/settings/logo?v=${logoVersion}`),
        preview: href(`/settings/preview${previewQuery(input)}`),
        beneficiary: {
          name: company.beneficiaryName ?? '',
          document: company.document ? writeTaxDocument(company.document) : '',
          city: company.city,
        },
        contact: {
          email: company.contactEmail ?? '',
          phone: company.contactPhone ?? '',
          whatsapp: company.contactWhatsapp ?? '',
        },
        domain: domainOf(request),
        returning: { return_origins: company.returnOrigins.join('\n') },
        ...collectionOf(request),
        ...renewalsOf(request),
        gateways: await gatewaysOf(request),
        use: await useOf(deps.limits, store, company),
      },
    };
  },
});

/**
 * The query of a form that is being typed into: the preview knows the meaning of a name or colour that is not given
 * yet.
 */
function previewQuery({
  name,
  color,
  platform_color: isPlatform,
}: UnsavedBrand & { platform_color?: boolean }): string {
  const query = new URLSearchParams({
    ...(name !== undefined && { name }),
    ...(isPlatform ? { color: 'platform' } : color !== undefined && { color }),
  });
  return query.size > 0 ? `?${query.toString()}` : '';
}

function collectionOf({ company, w, f, t, language }: RequestOf<'store', (typeof words)['pt'], unknown>) {
  const values = presentCollection(company, language);
  const late = (adjustment: Company['defaultFine']) =>
    adjustment ? sayAdjustment(adjustment, { f, language }) : t.none;
  const used = new Set([values.pix_expiry_unit, values.abandonment_unit]);
  return {
    collection: values,
    mostInstallments: MAX_INSTALLMENTS,
    // Nobody counts these in seconds, but what is saved so must not be changed by saving something else.
    units: UNITS.filter((unit) => unit !== 'second' || used.has(unit)).map((value) => ({
      value,
      label: t.units[value],
    })),
    terms: {
      fine: late(company.defaultFine),
      interest: company.defaultInterest ? w.collection.perDay(late(company.defaultInterest)) : t.none,
      installments: company.installmentInterest
        ? w.collection.installmentsCost(values.installments_free, `${values.installments_rate} %`)
        : t.none,
      dueDays: w.collection.days(company.boletoDueDays),
      daysAfterDue: w.collection.days(company.boletoMaxDaysAfterDue),
      withPix: company.boletoWithPix ? t.yes : t.no,
      pixExpiry: f.duration(company.pixExpirySeconds),
      abandonment: f.duration(company.abandonmentSeconds),
      afterwards: company.paysAfterAbandonment ? t.yes : t.no,
    },
  };
}

/** The domain of the payers' pages: how far it is, and the records that its owner sets at the domain's name servers. */
function domainOf({ deps, company, w }: RequestOf<'store', (typeof words)['pt'], unknown>) {
  const { checkoutDomain: domain, domainLiveAt } = company;
  if (domain === null) return { values: { domain: '' }, status: null, records: null };
  const proof = proofOf(deps.secrets, { companyId: company.id, domain });
  const isLive = domainLiveAt !== null;
  return {
    values: { domain },
    status: { tone: isLive ? 'good' : 'warn', ...(isLive ? w.domain.live : w.domain.waiting) },
    records: [
      { type: 'CNAME', name: domain, value: new URL(deps.publicUrl).hostname },
      { type: 'TXT', ...proof },
    ],
  };
}

function renewalsOf({ company, w }: RequestOf<'store', (typeof words)['pt'], unknown>) {
  const { subscriptionDaysBeforeDue, dunningAction, dunningGraceDays, timeZone } = company;
  return {
    renewals: presentRenewals(company),
    timeZone,
    renewalTerms: {
      daysBeforeDue: w.collection.days(subscriptionDaysBeforeDue),
      mostDaysBeforeDue: MAX_RENEWAL_DAYS_BEFORE_DUE,
      mostGraceDays: MAX_GRACE_DAYS,
      afterwards: dunningAction === 'keep' ? w.renewals.kept : w.renewals.canceled(dunningGraceDays),
    },
  };
}

/** None where the store has set none. */
async function gatewaysOf({ deps, store }: RequestOf<'store', unknown, unknown>) {
  const accounts = await gatewayAccountsOf(deps.em, store);
  return accounts.map(({ gateway, failingSince }) => {
    return { title: gatewayTitle(deps.gateways, gateway), isFailing: failingSince !== null };
  });
}

async function useOf(limits: RateLimits, store: Store, company: Company) {
  const { limit, remaining } = await limits.peek(store, requestsPerMinuteOf(company));
  return { plan: company.plan, limit, used: limit - remaining, isOfStore: company.rateLimitPerMinute !== null };
}
