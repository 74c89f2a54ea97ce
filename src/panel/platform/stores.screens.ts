import type { Company } from '../../accounts/companies/company.entity.ts';
import { createCompanyWithoutTokens } from '../../accounts/companies/create-company.ts';
import { PLANS, requestsPerMinuteOf, type Plan } from '../../accounts/companies/plans.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import { invitePerson } from '../../accounts/people/invite-person.ts';
import { listStores } from '../../platform/list-stores.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen } from '../screen.ts';
import { planOptions } from './plan-options.ts';
import { storesWords } from './stores.words.ts';

const words = storesWords;
const scope = 'platform';
const section = 'platformStores';

interface StoresQuery extends PageQuery, Record<string, unknown> {
  search?: string;
}

const listScreen = screen({
  id: 'platformStores',
  scope,
  path: '/stores',
  section,
  words,
  query: pageQuery<StoresQuery>({ search: formFields.line(100) }),
  show: async ({ deps, input: query, href, w }) => {
    const page = await listStores(deps.em, { search: query.search, query });
    return {
      template: 'platform/stores',
      title: w.title,
      data: { stores: page.rows.map(presentStore), pager: pagerOf(href('/stores'), { query, page }) },
    };
  },
});

const newStoreScreen = screen({
  id: 'platformNewStore',
  scope,
  path: '/stores/new',
  section,
  words,
  show: ({ deps, w, f }) =>
    Promise.resolve({
      template: 'platform/new-store',
      title: w.newStore,
      data: { plans: planOptions(w, f), hasMail: deps.hasMail },
    }),
});

const createStoreAct = act({
  id: 'createStore',
  scope,
  path: '/stores/new',
  words,
  screen: newStoreScreen,
  form: joi.object<{ name: string; city: string; plan: Plan; email: string }>({
    name: formFields.line(100).required(),
    city: formFields.line(100).required(),
    plan: formFields.choice(PLANS).required(),
    email: formFields.email().required(),
  }),
  run: async ({ deps, me, input, language, now, href }) => {
    const { name, city, plan, email } = input;
    const { id } = await createCompanyWithoutTokens(deps.em, { name, city, plan, now });
    const inviter = me.person.name;
    await invitePerson(deps, { companyId: id, email, role: 'owner', inviter, language, now });
    const details = { name, plan, owner: email };
    return { goTo: href(`/stores/${id}`), companyId: id, subject: `store ${id}`, details };
  },
});

/** The fields of a store in a list. */
function presentStore(company: Company) {
  const { id, name, plan, rateLimitPerMinute, createdAt, suspendedAt } = company;
  const limit = requestsPerMinuteOf(company);
  return { id, name, plan, limit, hasOwnLimit: rateLimitPerMinute !== null, createdAt, isSuspended: !!suspendedAt };
}

/** `/stores/new` is declared before `/stores/{id}`, which would take it for an id. */
export const storesScreens = [listScreen, newStoreScreen];
export const storesActs = [createStoreAct];
