import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { ApiError, conflict, notFound } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import type { GatewayAccount } from '../../gateways/gateway-account.entity.ts';
import type { GatewaySettings } from '../../gateways/gateway-provider.ts';
import { ACCOUNT_FAILURES } from '../../gateways/payment-gateway.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { findGatewayAccount } from '../../gateways/read-account.ts';
import { removeGateway, setGateway } from '../../gateways/set-gateway.ts';
import { countOpenCharges } from '../../payments/count-open-charges.ts';
import { noteFailure } from '../../gateways/watch-account.ts';
import { formFields } from '../form-fields.ts';
import { act, type RequestOf } from '../screen.ts';
import { gatewayScreen } from './gateway.page.ts';
import { gatewayWords } from './gateway.words.ts';

const PAGE = '/settings/gateway';
/** A certificate with those of its authorities has some thousands. */
const MAX_SETTING_LENGTH = 20_000;

const common = { scope: 'store', needs: 'manage', words: gatewayWords, screen: gatewayScreen } as const;
/** The gateway is asked first, which may take seconds: a transaction would hold its connection for as long. */
const asksFirst = { ...common, auditsItself: true, withoutTransaction: true } as const;

type Request = RequestOf<'store', unknown, unknown>;

/** Beside the settings of the gateway, by their names. */
interface Form {
  collects: PaymentMethod[];
}

const saveGatewayAct = act({
  ...asksFirst,
  id: 'saveGateway',
  stepsUp: () => true,
  // The gateway is in the path, so that the page of a refused form knows whose it is.
  path: `${PAGE}/set/{token}`,
  form: joi
    .object<Form>({ collects: formFields.checkboxes(PAYMENT_METHODS) })
    .pattern(/^[a-z][a-z0-9_]{0,40}$/, formFields.lines(MAX_SETTING_LENGTH)),
  run: async (request) => {
    const { deps, store, token: gateway, input, href } = request;
    const { collects, ...settings } = input as Form & GatewaySettings;
    const present = await findGatewayAccount(deps.em, store, gateway);
    const provider = deps.gateways.providers.find(({ name }) => name === gateway);
    const names = provider?.settings.map(({ name }) => name) ?? [];
    const before = present?.settings ?? {};
    // A secret setting has changed if it was typed.
    const changed = names.filter((name) => (settings[name] ?? '') !== (before[name] ?? ''));
    // A gateway of one method has no boxes: it is set so that it collects.
    const isOfOne = provider?.methods.length === 1;
    const chosen = isOfOne ? [...provider.methods] : collects;
    const details = { changed, collects: chosen };
    await setAndRecord(request, { gateway, settings, collects: chosen, action: 'saveGateway', details });
    return { goTo: href(`${PAGE}?gateway=${gateway}`) };
  },
});

const checkGatewayAct = act({
  ...asksFirst,
  id: 'checkGateway',
  path: `${PAGE}/check/{token}`,
  run: async (request) => {
    const { deps, store, token: gateway, href } = request;
    const account = await findGatewayAccount(deps.em, store, gateway);
    if (!account) throw notFound('gateway', `${gateway} of store ${store.companyId} in ${store.environment}`);
    const { settings } = account;
    await setAndRecord(request, { gateway, settings, action: 'checkGateway' }).catch(async (error: unknown) => {
      const failure = failureIn(error);
      if (failure) await noteFailure(deps.em, { account, failure });
      throw error;
    });
    return { goTo: href(`${PAGE}?gateway=${gateway}`) };
  },
});

/** The failure of the access itself that a refusal names. */
function failureIn(error: unknown) {
  const codes = error instanceof ApiError ? error.errors.map(({ code }) => code) : [];
  return ACCOUNT_FAILURES.find((failure) => codes.includes(failure));
}

/**
 * Sets the gateway and writes it down in one transaction, once the gateway was asked. @throws ApiError 404, 409, 422
 */
async function setAndRecord(
  { deps, store, from, me }: Request,
  {
    gateway,
    settings,
    collects,
    action,
    details = {},
  }: {
    gateway: string;
    settings: GatewaySettings;
    collects?: PaymentMethod[];
    action: string;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const { id: personId, email: name } = me.person;
  const note = (tx: Request['deps']['em'], account: GatewayAccount) =>
    recordAudit(tx, { ...from, personId, name }, { action, ...store, ...auditOf(account, details) });
  try {
    await setGateway({ ...deps, note }, { store, gateway, settings, collects });
  } catch (error) {
    // Told in the form, with what was typed: a page about the whole panel would be wrong.
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    throw conflict('gateway_unavailable', error.message);
  }
}

/** The account's name, and never the secret that opens it. */
function auditOf({ gateway, accountId, environment }: GatewayAccount, details: Record<string, unknown>) {
  return { subject: `gateway ${gateway}`, details: { account_id: accountId, environment, ...details } };
}

const removeGatewayAct = act({
  ...common,
  id: 'removeGateway',
  stepsUp: () => true,
  path: `${PAGE}/remove/{token}`,
  run: async ({ deps, store, token, href }) => {
    const account = await removeGateway(deps.em, store, token);
    const openCharges = await countOpenCharges(deps.em, store, account.gateway);
    return { goTo: href(PAGE), ...auditOf(account, { open_charges: openCharges }) };
  },
});

export const gatewayActs = [saveGatewayAct, checkGatewayAct, removeGatewayAct];
