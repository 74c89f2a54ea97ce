import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import { ACCOUNT_FAILURES, type AccountFailure } from './payment-gateway.ts';

/** A store collects by a method with one account at most. */
const oneForEachMethod = PAYMENT_METHODS.map((method) => ({
  name: `gateway_accounts_${method}`,
  expression: `create unique index gateway_accounts_${method} on gateway_accounts (company_id, environment) where '${method}' = any(collects)`,
}));

/** The store's own account at a gateway: it collects by some methods from now on, and has what it collected before. */
export const GatewayAccountSchema = defineEntity({
  name: 'GatewayAccount',
  tableName: 'gateway_accounts',
  uniques: [{ name: 'gateway_accounts_gateway', properties: ['companyId', 'environment', 'gateway'] }],
  properties: {
    ...ownedByStore(),
    gateway: p.text(),
    /** The gateway's id of the account: charges that belong to another account are not looked for here. */
    accountId: p.text(),
    /** The gateway's name of the account. */
    displayName: p.text(),
    /** The text on a payer's card statement, as the gateway told when the settings were checked; null: it did not. */
    statementText: p.text().strictNullable(),
    /** The methods that the gateway can collect by, as it said. */
    methods: p.json<PaymentMethod[]>(),
    /** The methods by which the store collects here; none: the account is kept for what was made with it. */
    collects: p.array().columnType('text[]').$type<PaymentMethod[]>().defaultRaw(`'{pix,boleto,card}'`),
    /** The settings that anybody may know. */
    settings: p.json<Record<string, string>>(),
    /** The secret ones: a JSON object, encrypted. */
    secrets: p.text(),
    /** Their last four characters, so that people can tell them apart. */
    secretEnds: p.json<Record<string, string>>(),
    /** When the gateway last said that the settings are good. Real time, as all below. */
    checkedAt: p.datetime(3),
    /** Since when the gateway has refused the account, and why; null while it works. */
    failingSince: p.datetime(3).strictNullable(),
    failure: p.enum(ACCOUNT_FAILURES).$type<AccountFailure>().strictNullable(),
    /** When it is asked whether it takes the key again; null while the key is not refused. */
    nextProbeAt: p.datetime(3).strictNullable(),
    /** When the store was told of that. */
    alertedAt: p.datetime(3).strictNullable(),
    /** When the access ends by itself, as a certificate does; null: it does not. */
    accessEndsAt: p.datetime(3).strictNullable(),
    /** The number of days before that end of which the owners were told last. */
    endWarnedDays: p.integer().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'gateway_accounts_probes',
      expression: `create index gateway_accounts_probes on gateway_accounts (next_probe_at) where next_probe_at is not null`,
    },
    ...oneForEachMethod,
  ],
  checks: [{ name: 'gateway_accounts_failure', expression: '(failing_since is null) = (failure is null)' }],
});

export class GatewayAccount extends GatewayAccountSchema.class {}
GatewayAccountSchema.setClass(GatewayAccount);

/** The context to which the secrets of an account are bound. */
export function gatewayAccountContext({ companyId, environment }: Pick<GatewayAccount, 'companyId' | 'environment'>) {
  return `gateway-account:${companyId}:${environment}`;
}
