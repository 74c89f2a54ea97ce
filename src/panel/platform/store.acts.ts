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
const MAX_REQUESTS_PER_MINUTE = 1_000_000;

const onStore = { scope, words, screen: storeScreen } as const;

const setPlanAct = act({
  ...onStore,
  id: 'setPlan',
  path: '/stores/{id}/plan',
  form: joi.object<{ plan: Plan; requests?: number }>({
    plan: formFields.choice(PLANS).required(),
    requests: formFields.integer(1, MAX_REQUESTS_PER_MINUTE),
  }),
  run: async ({ deps, id, input }) => {
    const { plan, requests: rateLimitPerMinute = null } = input;
    const { changes: details } = await setPlan(deps.em, { companyId: id, plan, rateLimitPerMinute });
    return { companyId: id, subject: `store ${id}`, details };
  },
});

const suspendAct = act({
  ...onStore,
  id: 'suspendStore',
  path: '/stores/{id}/suspend',
  form: joi.object<{ reason: string }>({ reason: formFields.line(300).required() }),
  run: async ({ deps, id, input: { reason }, now }) => {
    const { changed } = await suspendCompany(deps.em, { companyId: id, reason, now });
    const details = changed ? { reason } : { unchanged: true };
    return { companyId: id, subject: `store ${id}`, details };
  },
});

const resumeAct = act({
  ...onStore,
  id: 'resumeStore',
  path: '/stores/{id}/resume',
  run: async ({ deps, id }) => {
    const { changed } = await resumeCompany(deps.em, { companyId: id });
    const details = changed ? {} : { unchanged: true };
    return { companyId: id, subject: `store ${id}`, details };
  },
});

const inviteOwnerAct = act({
  ...onStore,
  id: 'inviteOwner',
  path: '/stores/{id}/owners',
  form: joi.object<{ email: string }>({ email: formFields.email().required() }),
  run: async ({ deps, me, id, input: { email }, language, now }) => {
    const inviter = me.person.name;
    await invitePerson(deps, { companyId: id, email, role: 'owner', inviter, language, now });
    return { companyId: id, subject: `store ${id}`, details: { email, role: 'owner' } };
  },
});

export const storeActs = [setPlanAct, suspendAct, resumeAct, inviteOwnerAct];
