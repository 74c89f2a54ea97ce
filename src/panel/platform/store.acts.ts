import { PLANS, type Plan } from '../../accounts/companies/plans.ts';
import { setPlan } from '../../accounts/companies/set-plan.ts';
import { resumeCompany, suspendCompany } from '../../accounts/companies/suspend-company.ts';
import { joi } from '../../base/http/joi.ts';
import { invitePerson } from '../../accounts/people/invite-person.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { storeScreen } from './store.screens.ts';
import { storesWords } from './stores.words.ts';

const words = storesWords;
const scope = 'platform';
const resource = 'company';
const MAX_REQUESTS_PER_MINUTE = 1_000_000;

const setPlanAct = act({
  id: 'setPlan',
  scope,
  path: '/stores/{id}/plan',
  resource,
  words,
  screen: storeScreen,
  form: joi.object<{ plan: Plan; requests?: number }>({
    plan: formFields.choice(PLANS).required(),
    requests: formFields.integer(1, MAX_REQUESTS_PER_MINUTE),
  }),
  run: async ({ deps, id, input, href }) => {
    const { plan, requests: rateLimitPerMinute = null } = input;
    const { changes: details } = await setPlan(deps.em, { companyId: id, plan, rateLimitPerMinute });
    return { goTo: href(`/stores/${id}`), companyId: id, subject: `store ${id}`, details };
  },
});

const suspendAct = act({
  id: 'suspendStore',
  scope,
  path: '/stores/{id}/suspend',
  resource,
  words,
  screen: storeScreen,
  form: joi.object<{ reason: string }>({ reason: formFields.line(300).required() }),
  run: async ({ deps, id, input: { reason }, now, href }) => {
    const { changed } = await suspendCompany(deps.em, { companyId: id, reason, now });
    const details = changed ? { reason } : { unchanged: true };
    return { goTo: href(`/stores/${id}`), companyId: id, subject: `store ${id}`, details };
  },
});

const resumeAct = act({
  id: 'resumeStore',
  scope,
  path: '/stores/{id}/resume',
  resource,
  words,
  screen: storeScreen,
  form: joi.object({}),
  run: async ({ deps, id, href }) => {
    const { changed } = await resumeCompany(deps.em, { companyId: id });
    const details = changed ? {} : { unchanged: true };
    return { goTo: href(`/stores/${id}`), companyId: id, subject: `store ${id}`, details };
  },
});

const inviteOwnerAct = act({
  id: 'inviteOwner',
  scope,
  path: '/stores/{id}/owners',
  resource,
  words,
  screen: storeScreen,
  form: joi.object<{ email: string }>({ email: formFields.email().required() }),
  run: async ({ deps, me, id, input: { email }, language, now, href }) => {
    const inviter = me.person.name;
    await invitePerson(deps, { companyId: id, email, role: 'owner', inviter, language, now });
    return { goTo: href(`/stores/${id}`), companyId: id, subject: `store ${id}`, details: { email, role: 'owner' } };
  },
});

export const storeActs = [setPlanAct, suspendAct, resumeAct, inviteOwnerAct];
