import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { MANDATE_ENDERS, MANDATE_JOURNEYS, type MandateEnder, type MandateJourney } from '../../gateways/mandate.ts';

export const MANDATE_STATUSES = ['requested', 'pending', 'authorized', 'rejected', 'expired', 'canceled'] as const;
/**
 * The status of a mandate. `requested`: its gateway is to be asked for it; `pending`: the payer is to agree;
 * `authorized`: the payer's bank debits. The others are its end.
 */
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** A subscription has one mandate of these at most. */
export const LIVE_MANDATES = ['requested', 'pending', 'authorized'] as const satisfies MandateStatus[];

/**
 * The agreement of a payer that each charge of a subscription is debited (Pix Automático: `rec`). A gateway's news of
 * it changes the row alone; the subscription takes account of them by a step of its own.
 */
export const MandateSchema = defineEntity({
  name: 'Mandate',
  tableName: 'mandates',
  indexes: [
    {
      name: 'mandates_live',
      expression:
        "create unique index mandates_live on mandates (subscription_id) where status in ('requested', 'pending', 'authorized')",
    },
    {
      name: 'mandates_open',
      expression:
        "create index mandates_open on mandates (subscription_id) where status in ('requested', 'pending', 'authorized') or is_settled = false or is_cancellation_due",
    },
    {
      name: 'mandates_gateway',
      expression:
        'create unique index mandates_gateway on mandates (company_id, environment, gateway, gateway_mandate_id) where gateway_mandate_id is not null',
    },
    { name: 'mandates_subscription', properties: ['subscriptionId', 'id'] },
  ],
  uniques: [{ name: 'mandates_page', properties: ['pageHash'] }],
  properties: {
    ...ownedByStore(),
    subscriptionId: p.bigint('number'),
    gateway: p.text(),
    /** The account there that it was made with, where the store has one of its own. */
    gatewayAccountId: p.text().strictNullable(),
    /** The gateway's id of it (`idRec`); null until its answer has come. */
    gatewayMandateId: p.text().strictNullable(),
    journey: p.enum(MANDATE_JOURNEYS).$type<MandateJourney>(),
    status: p.enum(MANDATE_STATUSES).$type<MandateStatus>(),
    /** Whether a debit that failed may be tried again, as was agreed. */
    mayRetry: p.boolean(),
    /** Whether the subscription has taken account of the status. */
    isSettled: p.boolean().default(true),
    /** Whether its gateway is still to be told that it is canceled. */
    isCancellationDue: p.boolean().default(false),
    /** The code by which a payer agrees, without a payment; null before, and where the payer's bank asks by itself. */
    qrCode: p.text().strictNullable(),
    /** The unguessable part of the address of its page. */
    pageHash: p.text(),
    /** The payer's account, sealed: where the payer's bank is to ask by itself, and until it was asked. */
    payerAccount: p.text().strictNullable(),
    /** The payer can agree until then. */
    requestEndsAt: p.datetime(3),
    authorizedAt: p.datetime(3).strictNullable(),
    endedAt: p.datetime(3).strictNullable(),
    endedBy: p.enum(MANDATE_ENDERS).$type<MandateEnder>().strictNullable(),
    /** In the gateway's word. */
    endReason: p.text().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Mandate extends MandateSchema.class {}
MandateSchema.setClass(Mandate);

/** The context to which a sealed account of a payer is bound. */
export function payerAccountContext(subscriptionId: number): string {
  return `payer-account:${subscriptionId}`;
}
