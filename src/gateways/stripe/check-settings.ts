import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Environment } from '../../base/environment.ts';
import type { FieldError } from '../../base/errors/errors.ts';
import type { GatewayAccountInfo, GatewaySettings } from '../gateway-provider.ts';
import { GatewayAccountError } from '../payment-gateway.ts';
import { callStripe } from './call-stripe.ts';

/** The middle of Stripe's keys, by mode: test keys move no money. `rk_` is a restricted key. */
const MODES = { production: 'live', sandbox: 'test' } as const satisfies Record<Environment, string>;
/** A key made since 2018 holds the id of its account without `acct_`. */
const ACCOUNT_PART = /^[a-z]+_(?:live|test)_5(1[A-Za-z0-9]{15})/;
/**
 * Stripe takes 22 characters with the account's prefix, which has up to 10, and the two between:
 * docs.stripe.com/get-started/account/statement-descriptors.
 */
const STATEMENT_SUFFIX = /^(?=.*[A-Za-z])[^<>\\'"*]{2,10}$/;

/** Holds the settings against their form: what they say of themselves. */
export function checkForm(environment: Environment, settings: GatewaySettings): FieldError[] {
  const mode = MODES[environment];
  const { secret_key = '', publishable_key = '', callback_secret = '', statement_suffix = '' } = settings;
  const whatMode = `${environment === 'production' ? 'production takes live' : 'the sandbox takes test'} keys only`;
  const rules: { field: string; isRight: boolean; message: string }[] = [
    {
      field: 'secret_key',
      isRight: new RegExp(`^(sk|rk)_${mode}_[A-Za-z0-9_]{6,240}$`).test(secret_key),
      message: `The secret key must begin with sk_${mode}_ or rk_${mode}_: ${whatMode}.`,
    },
    {
      field: 'publishable_key',
      isRight: new RegExp(`^pk_${mode}_[A-Za-z0-9_]{6,240}$`).test(publishable_key),
      message: `The publishable key must begin with pk_${mode}_: ${whatMode}.`,
    },
    {
      field: 'publishable_key',
      isRight: isSameAccount(secret_key, publishable_key),
      message: 'The publishable key is of another account than the secret key: copy both from the same page.',
    },
    {
      field: 'callback_secret',
      isRight: /^whsec_[A-Za-z0-9+/=_-]{8,240}$/.test(callback_secret),
      message: 'The signing secret of the endpoint begins with whsec_.',
    },
    {
      field: 'statement_suffix',
      isRight:
        statement_suffix === '' || (/^[\x20-\x7e]*$/.test(statement_suffix) && STATEMENT_SUFFIX.test(statement_suffix)),
      message: `The text for card statements has 2 to 10 plain letters, digits and spaces, one letter at least, and none of < > \\ ' " *.`,
    },
  ];
  return rules.filter(({ isRight }) => !isRight).map(({ field, message }) => ({ field, code: 'invalid', message }));
}

/**
 * Asks Stripe for one of each thing that the gateway reads, and for the account, which a restricted key need not be
 * allowed to.
 *
 * @throws GatewayUnavailableError
 */
export async function askAccount(
  stripe: Stripe,
  { publishable_key, statement_suffix = '' }: GatewaySettings,
): Promise<FieldError[] | GatewayAccountInfo> {
  try {
    await callStripe(() => stripe.paymentIntents.list({ limit: 1 }));
    await callStripe(() => stripe.customers.list({ limit: 1 }));
    await callStripe(() => stripe.refunds.list({ limit: 1 }));
    await callStripe(() => stripe.disputes.list({ limit: 1 }));
    return await readAccount(stripe, publishable_key!, statement_suffix);
  } catch (error) {
    if (error instanceof GatewayAccountError) return [refusedKey(error)];
    throw error;
  }
}

async function readAccount(stripe: Stripe, publishableKey: string, suffix: string): Promise<GatewayAccountInfo> {
  try {
    const account = await callStripe(() => stripe.accounts.retrieveCurrent());
    const { id, settings, capabilities } = account;
    const displayName = settings?.dashboard.display_name || account.business_profile?.name || id;
    const methods = (['pix', 'boleto', 'card'] as const).filter(
      (method) => capabilities?.[`${method}_payments`] === 'active',
    );
    const statementText = statementTextOf(settings, suffix);
    return { accountId: id, displayName, methods, ...(statementText && { statementText }) };
  } catch (error) {
    if (!(error instanceof GatewayAccountError) || error.failure !== 'permission_missing') throw error;
    return { accountId: accountOf(publishableKey), displayName: 'Stripe', methods: ['pix', 'boleto', 'card'] };
  }
}

/**
 * The text on a card's statement: the account's prefix and the suffix of the charge, or the account's own text where
 * the charge names no suffix.
 */
function statementTextOf(settings: Stripe.Account.Settings | null | undefined, suffix: string): string | null {
  const prefix = settings?.card_payments?.statement_descriptor_prefix;
  if (suffix && prefix) return `${prefix}* ${suffix}`;
  return suffix ? null : (settings?.payments.statement_descriptor ?? null);
}

/** The account of a publishable key, which is no secret; of an old key, whatever tells two of them apart. */
function accountOf(publishableKey: string): string {
  const id = ACCOUNT_PART.exec(publishableKey)?.[1];
  return id ? `acct_${id}` : `key-${createHash('sha256').update(publishableKey).digest('hex').slice(0, 16)}`;
}

function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [ACCOUNT_PART.exec(one)?.[1], ACCOUNT_PART.exec(other)?.[1]];
  return a === undefined || b === undefined || a === b;
}

function refusedKey({ failure }: GatewayAccountError): FieldError {
  const message =
    failure === 'permission_missing'
      ? 'The secret key may not do enough: give a key that may write PaymentIntents, PaymentMethods, Customers and Refunds, and read Disputes.'
      : 'Stripe does not take the secret key: copy it again from the dashboard, under Developers, API keys.';
  return { field: 'secret_key', code: failure, message };
}
