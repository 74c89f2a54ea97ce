import { listValidTokens } from '../../accounts/companies/list-api-tokens.ts';
import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { hasInvoices } from '../../statistics/has-invoices.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import type { RequestOf } from '../screen.ts';

const OTHER_STEPS = ['beneficiary', 'brand', 'factor', 'token', 'webhook', 'invoice'] as const;
type OtherStep = (typeof OTHER_STEPS)[number];

/** `refused`: the gateway refuses the store's access. `open`: it is still to be done. */
export type StepState = 'done' | 'open' | 'refused';

/** How far a store is on its way to the first sale in production. */
export interface Readiness {
  /** The gateway of each method: without one, nobody pays by it. */
  methods: { method: PaymentMethod; state: StepState }[];
  steps: { step: OtherStep; state: StepState }[];
  /** No method has a gateway: nothing can be sold. */
  isBlocked: boolean;
  done: number;
  all: number;
}

/** Reads it as it is now; a store of one method alone may leave the others open. */
export async function readReadiness({
  deps,
  store,
  company,
  me,
  now,
}: RequestOf<'store', unknown, unknown>): Promise<Readiness> {
  const { em } = deps;
  const accounts = await gatewayAccountsOf(em, store);
  const methods = PAYMENT_METHODS.map((method) => {
    const account = accounts.find(({ collects }) => collects.includes(method));
    const state: StepState = !account ? 'open' : account.failingSince ? 'refused' : 'done';
    return { method, state };
  });
  const isDone: Record<OtherStep, boolean> = {
    beneficiary: company.beneficiaryName !== null && company.document !== null,
    brand: company.brandColor !== null || (await findLogoVersion(em, store.companyId)) !== null,
    factor: me.person.hasSecondFactor,
    token: (await listValidTokens(em, { store, now })).length > 0,
    webhook: (await listWebhooks(em, { store, query: { limit: 1 } })).rows.length > 0,
    invoice: await hasInvoices(em, store),
  };
  const steps = OTHER_STEPS.map((step) => ({ step, state: isDone[step] ? ('done' as const) : ('open' as const) }));
  const states = [...methods, ...steps].map(({ state }) => state);
  return {
    ...{ methods, steps },
    isBlocked: !methods.some(({ state }) => state === 'done'),
    done: states.filter((state) => state === 'done').length,
    all: states.length,
  };
}
