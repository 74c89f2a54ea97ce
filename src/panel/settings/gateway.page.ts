import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { callbackPath } from '../../gateways/callback-path.ts';
import type { GatewayAccount } from '../../gateways/gateway-account.entity.ts';
import type { GatewayProvider } from '../../gateways/gateway-provider.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { countOpenCharges } from '../../payments/count-open-charges.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { invoicesOfAttempts, listReconciliations } from '../../payments/reconciliation/read-reconciliations.ts';
import { formFields } from '../form-fields.ts';
import { screen, type RequestOf } from '../screen.ts';
import { FINDING_WORDS } from './finding.words.ts';
import { gatewayWords } from './gateway.words.ts';
import { attemptsOf, sayFinding } from './say-finding.ts';

const words = gatewayWords;
const COMPARISONS = 5;
/** More of one comparison would bury the others. */
const MOST_FINDINGS = 20;

interface Query {
  /** The gateway that the form is of, where there are several. */
  gateway?: string;
}
type Request = RequestOf<'store', (typeof words)['pt'], Query>;

export const gatewayScreen = screen({
  id: 'gateway',
  scope: 'store',
  path: '/settings/gateway',
  section: 'settings',
  words,
  query: joi.object<Query>({ gateway: formFields.line(40) }),
  show: async (request) => {
    const { deps, store, w } = request;
    const accounts = await gatewayAccountsOf(deps.em, store);
    const provider = chooseProvider(request, accounts);
    const account = accounts.find(({ gateway }) => gateway === provider.name) ?? null;
    return {
      template: 'settings/gateway',
      title: w.title,
      data: {
        environment: store.environment,
        ways: waysOf(request, accounts),
        account: account && (await presentAccount(request, account)),
        provider: { name: provider.name, title: provider.title },
        choices: choicesOf(request, provider),
        ...formOf(request, { provider, account, accounts }),
        callbacks: {
          address: deps.publicUrl + callbackPath(provider.name, store),
          events: provider.callbackEvents,
        },
        comparisons: await comparisonsOf(request, store),
      },
    };
  },
});

/**
 * The gateway whose form is shown: the one that was sent, that was chosen, or that the store has. @throws ApiError 404
 */
function chooseProvider({ deps, token, input }: Request, accounts: readonly GatewayAccount[]): GatewayProvider {
  const { providers } = deps.gateways;
  const find = (wanted: string | undefined) => providers.find(({ name }) => name === wanted);
  const asked = token || input.gateway;
  const provider = asked ? find(asked) : (find(accounts[0]?.gateway) ?? providers[0]);
  if (!provider) throw notFound('gateway', asked ?? 'here');
  return provider;
}

/** Each method, and with which gateway the store collects by it. */
function waysOf(request: Request, accounts: readonly GatewayAccount[]) {
  const { store, t, w } = request;
  return PAYMENT_METHODS.map((method) => {
    const account = accounts.find(({ collects }) => collects.includes(method));
    const gateway = account ? gatewayTitle(request.deps.gateways, account.gateway) : w.noneFor[store.environment];
    const state = account
      ? account.failingSince
        ? 'refused'
        : 'works'
      : store.environment === 'sandbox'
        ? null
        : 'none';
    return { method: t.methods[method], gateway, state };
  });
}

function choicesOf({ deps, href }: Request, chosen: GatewayProvider) {
  return deps.gateways.providers.map(({ name, title }) => ({
    title,
    href: href(`/settings/gateway?gateway=${name}`),
    isChosen: name === chosen.name,
  }));
}

async function presentAccount(request: Request, account: GatewayAccount) {
  const { deps, store, t, language } = request;
  const { gateway, accountId, displayName, methods, collects, checkedAt, failingSince, failure } = account;
  const list = (type: 'conjunction' | 'disjunction', listed: readonly PaymentMethod[]) =>
    new Intl.ListFormat(language === 'pt' ? 'pt-BR' : 'en-GB', { type }).format(
      PAYMENT_METHODS.filter((method) => listed.includes(method)).map((method) => t.methods[method]),
    );
  return {
    gateway: gatewayTitle(request.deps.gateways, gateway),
    accountId,
    displayName,
    methods: list('conjunction', methods),
    collects: list('conjunction', collects),
    missing: list(
      'disjunction',
      collects.filter((method) => !methods.includes(method)),
    ),
    checkedAt,
    statementText: account.statementText,
    endsAt: account.accessEndsAt,
    failing: failingSince && failure && { since: failingSince, failure },
    openCharges: await countOpenCharges(deps.em, store, gateway),
  };
}

/** The values with which the form begins: for a secret, which is never written into a page, only its end. */
function formOf(
  { language, w, t, ...request }: Request,
  {
    provider,
    account,
    accounts,
  }: { provider: GatewayProvider; account: GatewayAccount | null; accounts: readonly GatewayAccount[] },
) {
  const others = accounts.filter(({ gateway }) => gateway !== provider.name);
  const collects = provider.methods.map((method) => {
    const other = others.find((one) => one.collects.includes(method));
    const label = t.methods[method];
    return {
      value: method,
      label: other ? w.takenOver(label, gatewayTitle(request.deps.gateways, other.gateway)) : label,
      isFree: !other,
    };
  });
  const isFree = collects.flatMap(({ value, isFree }) => (isFree ? [value] : []));
  return {
    collects: provider.methods.length > 1 ? collects : [],
    values: { ...account?.settings, collects: account?.collects ?? isFree },
    fields: provider.settings
      .filter(({ make }) => !make)
      .map(({ name, label, hint, isSecret, isRequired, isText = false }) => {
        const end = isSecret ? account?.secretEnds[name] : undefined;
        return {
          name,
          label: label[language],
          hint: end === undefined ? hint[language] : `${hint[language]} ${isText ? w.keepText : w.keep(end)}`,
          isSecret,
          isText,
          isRequired,
          mayBeEmpty: !isRequired || end !== undefined,
        };
      }),
  };
}

async function comparisonsOf({ deps, language, f }: Request, store: Store) {
  const words = FINDING_WORDS[language];
  const latest = await listReconciliations(deps.em, store, COMPARISONS);
  const shown = latest.flatMap(({ findings }) => findings.slice(0, MOST_FINDINGS));
  const invoices = await invoicesOfAttempts(deps.em, store, attemptsOf(shown));
  return latest.map(({ createdAt, chargesSeen, repaired, findings }) => ({
    createdAt,
    chargesSeen,
    repaired,
    findings: findings.slice(0, MOST_FINDINGS).map((finding) => sayFinding(finding, { words, f, invoices })),
    more: Math.max(0, findings.length - MOST_FINDINGS),
  }));
}
