import { ENVIRONMENTS } from '../../base/environment.ts';
import { requestsPerMinuteOf } from '../../accounts/companies/plans.ts';
import { joi } from '../../base/http/joi.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { listInvitations, listMembers } from '../../accounts/people/members.ts';
import { findStore, isOfStore, lastTokenUse } from '../../platform/read-store.ts';
import { invoiceWorkflowId, subscriptionWorkflowId } from '../../outbox/workflow-ids.ts';
import { formFields } from '../form-fields.ts';
import { screen, type PageView, type RequestOf } from '../screen.ts';
import { planOptions } from './plan-options.ts';
import { storesWords } from './stores.words.ts';

const words = storesWords;
const scope = 'platform';
const section = 'platformStores';

type StoreRequest = Omit<RequestOf<'platform', (typeof storesWords)['en'], unknown>, 'input'>;

export const storeScreen = screen({
  id: 'platformStore',
  scope,
  path: '/stores/{id}',
  resource: 'company',
  section,
  words,
  show: showStore,
});

/** Where a workflow is looked at: only operators get there, and only for what is of the store that they name. */
const workflowScreen = screen({
  id: 'openWorkflow',
  scope,
  path: '/stores/{id}/workflow',
  resource: 'company',
  section,
  words,
  query: joi.object<{ invoice?: number; subscription?: number }>({
    subscription: formFields.id(),
    invoice: formFields.id().when('subscription', { is: joi.exist(), then: joi.optional(), otherwise: joi.required() }),
  }),
  show: async (request) => {
    const { deps, id, input, asked, w } = request;
    const { temporalUiUrl, temporalNamespace } = deps;
    const page = await showStore(request);
    if (!temporalUiUrl || asked.problems.length > 0) return page;
    const { invoice, subscription } = input;
    const [field, text, workflowId] =
      subscription === undefined
        ? (['invoice', w.noSuchInvoice, invoiceWorkflowId(invoice!)] as const)
        : (['subscription', w.noSuchSubscription, subscriptionWorkflowId(subscription)] as const);
    if (!(await isOfStore(deps.em, { companyId: id, what: field, id: input[field]! }))) {
      asked.problems.push({ field, text });
      return { ...page, status: 404 };
    }
    const namespace = encodeURIComponent(temporalNamespace);
    return { redirectTo: `${temporalUiUrl}/namespaces/${namespace}/workflows/${workflowId}` };
  },
});

/** With which gateways the store collects in each environment: a row without an account where it has none. */
async function gatewaysOf({ em, gateways }: StoreRequest['deps'], companyId: number) {
  const accounts = await gatewayAccountsOf(em, { companyId });
  return ENVIRONMENTS.flatMap((environment) => {
    const own = accounts.filter((one) => one.environment === environment);
    const shown = own.map(({ gateway, accountId, failingSince }) => {
      return { title: gatewayTitle(gateways, gateway), accountId, failingSince };
    });
    return (shown.length > 0 ? shown : [null]).map((account) => ({ environment, account }));
  });
}

async function showStore({ deps, id, now, w, f }: StoreRequest): Promise<PageView> {
  const company = await findStore(deps.em, id);
  const members = await listMembers(deps.em, id);
  const invitations = await listInvitations(deps.em, id, now);
  const { name, city, plan, rateLimitPerMinute, createdAt, suspendedAt, suspensionReason } = company;
  return {
    template: 'platform/store',
    title: name,
    // The form that opens a workflow ends there.
    formsLeadTo: deps.temporalUiUrl ? [new URL(deps.temporalUiUrl).origin] : [],
    data: {
      store: { id, city, plan, createdAt, suspendedAt, suspensionReason, limit: requestsPerMinuteOf(company) },
      hasOwnLimit: rateLimitPerMinute !== null,
      planValues: { plan, requests: rateLimitPerMinute ?? '' },
      plans: planOptions(w, f),
      lastUse: await lastTokenUse(deps.em, id),
      gateways: await gatewaysOf(deps, id),
      members: members.map(({ person, role, since }) => ({ name: person.name, email: person.email, role, since })),
      invitations: invitations.map(({ email, role, expiresAt }) => ({ email, role: role!, expiresAt })),
      hasMail: deps.hasMail,
      hasTemporalUi: deps.temporalUiUrl !== null,
    },
  };
}

export const storeScreens = [storeScreen, workflowScreen];
