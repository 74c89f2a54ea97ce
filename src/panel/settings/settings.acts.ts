import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { checkCheckoutDomain, setCheckoutDomain } from '../../accounts/companies/checkout-domain.ts';
import type { Changes } from '../../accounts/companies/change-company.ts';
import { setBrand, MAX_LOGO_BYTES } from '../../accounts/companies/set-brand.ts';
import { setBeneficiary } from '../../accounts/companies/set-beneficiary.ts';
import { DUNNING_ACTIONS } from '../../accounts/companies/company.entity.ts';
import { MAX_COLLECTION_DAYS, MAX_PERIOD_SECONDS, setCollection } from '../../accounts/companies/set-collection.ts';
import { MAX_GRACE_DAYS, MAX_RENEWAL_DAYS_BEFORE_DUE, setRenewals } from '../../accounts/companies/set-renewals.ts';
import { MAX_RETURN_ORIGINS, readReturnOrigin, setReturnOrigins } from '../../accounts/companies/return-addresses.ts';
import { setContact } from '../../accounts/companies/set-contact.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { PHONE } from '../../base/text/phone-number.ts';
import { MAX_INSTALLMENTS } from '../../banking/installments.ts';
import { joi } from '../../base/http/joi.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { UNITS } from '../periods.ts';
import { ADJUSTMENTS, readCollection, type CollectionForm } from './read-collection.ts';
import { readRenewals, type RenewalsForm } from './read-renewals.ts';
import { settingsScreen } from './settings.page.ts';
import { settingsWords } from './settings.words.ts';

const common = {
  scope: 'store',
  needs: 'manage',
  ofBothEnvironments: true,
  words: settingsWords,
  screen: settingsScreen,
} as const;

interface BrandForm {
  name: string;
  color?: string;
  platform_color: boolean;
  /** The colour that the form began with; not sent where a script unticks the box as soon as a colour is chosen. */
  color_shown?: string;
}

const saveBrandAct = act({
  ...common,
  id: 'saveBrand',
  path: '/settings/brand',
  form: joi.object<BrandForm>({
    name: formFields.line(100).required(),
    color: formFields.line(20),
    platform_color: formFields.checkbox(),
    color_shown: formFields.line(20),
  }),
  file: { field: 'logo', maxBytes: MAX_LOGO_BYTES },
  run: async ({ deps, store, input, file, now }) => {
    const given = { name: input.name, color: chosenColor(input), ...(file && { logo: file }) };
    const { changes } = await setBrand(deps.em, { companyId: store.companyId, changes: given, now });
    return { details: orUnchanged(changes) };
  },
});

/**
 * A person who chooses a colour wants it, though the box that they did not look at is ticked. Null for the platform's.
 */
function chosenColor({ color = '', platform_color: isTicked, color_shown: shown }: BrandForm): string | null {
  const isChosen = color !== '' && shown !== undefined && color.toLowerCase() !== shown.toLowerCase();
  return isTicked && !isChosen ? null : color;
}

/** For the audit log, in which an act that changed nothing must not look like one that did. */
function orUnchanged(changes: Changes): Changes | { unchanged: true } {
  return Object.keys(changes).length > 0 ? changes : { unchanged: true };
}

const removeLogoAct = act({
  ...common,
  id: 'removeLogo',
  path: '/settings/logo/remove',
  run: async ({ deps, store, now }) => {
    const { changes } = await setBrand(deps.em, { companyId: store.companyId, changes: { logo: null }, now });
    return { details: changes };
  },
});

const saveBeneficiaryAct = act({
  ...common,
  id: 'saveBeneficiary',
  path: '/settings/beneficiary',
  form: joi.object<{ name?: string; document?: string; city: string }>({
    name: formFields.line(100),
    document: formFields.line(20),
    city: formFields.line(100).required(),
  }),
  run: async ({ deps, store, input }) => {
    const { name = null, document = null, city } = input;
    const beneficiary = { name, document, city };
    const { changes } = await setBeneficiary(deps.em, { companyId: store.companyId, beneficiary });
    return { details: orUnchanged(changes) };
  },
});

const phone = () => formFields.line(20).pattern(PHONE);

const saveContactAct = act({
  ...common,
  id: 'saveContact',
  path: '/settings/contact',
  form: joi.object<{ email?: string; phone?: string; whatsapp?: string }>({
    email: formFields.email(),
    phone: phone(),
    whatsapp: phone(),
  }),
  run: async ({ deps, store, input: { email = null, phone = null, whatsapp = null } }) => {
    const { changes } = await setContact(deps.em, { companyId: store.companyId, contact: { email, phone, whatsapp } });
    return { details: orUnchanged(changes) };
  },
});

const saveReturnOriginsAct = act({
  ...common,
  id: 'saveReturnOrigins',
  path: '/settings/return',
  form: joi.object<{ return_origins?: string }>({ return_origins: formFields.lines(2_000) }),
  run: async ({ deps, store, input: { return_origins: text = '' } }) => {
    const origins = text.split(/\s+/).filter((line) => line !== '');
    const wrong = origins.find((line) => readReturnOrigin(line) === null);
    const refuse = (code: string, message: string) => invalidFields([{ field: 'return_origins', code, message }]);
    if (wrong !== undefined) throw refuse('invalid', `${wrong} is no origin such as https://shop.example.`);
    if (origins.length > MAX_RETURN_ORIGINS) throw refuse('too_many', `Give ${MAX_RETURN_ORIGINS} origins at most.`);
    const { changes } = await setReturnOrigins(deps.em, {
      companyId: store.companyId,
      origins: origins.map((line) => readReturnOrigin(line)!),
    });
    return { details: orUnchanged(changes) };
  },
});

const saveDomainAct = act({
  ...common,
  id: 'saveDomain',
  path: '/settings/domain',
  form: joi.object<{ domain?: string }>({ domain: formFields.line(253) }),
  run: async ({ deps, store, input: { domain: text = null } }) => {
    const platformHost = new URL(deps.publicUrl).hostname;
    const { changes } = await setCheckoutDomain(deps.em, { companyId: store.companyId, text, platformHost });
    return { details: orUnchanged(changes) };
  },
});

const checkDomainAct = act({
  ...common,
  id: 'checkDomain',
  path: '/settings/domain/check',
  // The internet is asked in between.
  withoutTransaction: true,
  auditsItself: true,
  run: async ({ deps: { em, secrets, log, domainProbe: probe }, store: { companyId }, me, from }) => {
    const actor = { ...from, personId: me.person.id, name: me.person.email };
    await checkCheckoutDomain(
      { em, secrets, log, probe },
      {
        ...{ companyId, now: new Date() },
        record: (tx, details) => recordAudit(tx, actor, { action: 'checkDomain', companyId, details }),
      },
    );
    return {};
  },
});

const days = formFields.integer(0, MAX_COLLECTION_DAYS).required();
const count = formFields.integer(1, MAX_PERIOD_SECONDS).required();

const saveCollectionAct = act({
  ...common,
  id: 'saveCollection',
  path: '/settings/collection',
  form: joi.object<CollectionForm>({
    fine_type: formFields.choice(ADJUSTMENTS).required(),
    fine_value: formFields.line(20),
    interest_type: formFields.choice(ADJUSTMENTS).required(),
    interest_value: formFields.line(20),
    installments_free: formFields.integer(1, MAX_INSTALLMENTS).required(),
    installments_rate: formFields.line(20),
    boleto_due_days: days,
    boleto_max_days_after_due: days,
    boleto_with_pix: formFields.checkbox(),
    pix_expiry: count,
    pix_expiry_unit: formFields.choice(UNITS).required(),
    abandonment: count,
    abandonment_unit: formFields.choice(UNITS).required(),
    pays_after_abandonment: formFields.checkbox(),
  }),
  run: async ({ deps, store, input, language }) => {
    const policies = readCollection(input, language);
    const { changes } = await setCollection(deps.em, { companyId: store.companyId, policies });
    return { details: orUnchanged(changes) };
  },
});

const saveRenewalsAct = act({
  ...common,
  id: 'saveRenewals',
  path: '/settings/renewals',
  form: joi.object<RenewalsForm>({
    renewal_time: formFields.line(20).required(),
    days_before_due: formFields.integer(0, MAX_RENEWAL_DAYS_BEFORE_DUE).required(),
    retry_days: formFields.line(60),
    dunning_action: formFields.choice(DUNNING_ACTIONS).required(),
    grace_days: formFields.integer(0, MAX_GRACE_DAYS).required(),
  }),
  run: async ({ deps, store, input }) => {
    const policies = readRenewals(input);
    const { changes } = await setRenewals(deps.em, { companyId: store.companyId, policies });
    return { details: orUnchanged(changes) };
  },
});

export const settingsActs = [
  saveBrandAct,
  removeLogoAct,
  saveBeneficiaryAct,
  saveContactAct,
  saveReturnOriginsAct,
  saveDomainAct,
  checkDomainAct,
  saveCollectionAct,
  saveRenewalsAct,
];
