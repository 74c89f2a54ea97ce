import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../gateways/payment-gateway.ts';

/** Money that a gateway sends to the store's bank account. */
export const PayoutSchema = defineEntity({
  name: 'Payout',
  tableName: 'payouts',
  uniques: [{ name: 'payouts_gateway', properties: ['companyId', 'environment', 'gateway', 'gatewayPayoutId'] }],
  indexes: [
    { name: 'payouts_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'payouts_arrival', properties: ['companyId', 'environment', 'arrivesOn'] },
  ],
  checks: [{ name: 'payouts_amount', expression: 'amount_cents > 0' }],
  properties: {
    ...ownedByStore(),
    gateway: p.text(),
    gatewayPayoutId: p.text(),
    status: p.enum(PAYOUT_STATUSES).$type<PayoutStatus>(),
    amountCents: p.bigint('number'),
    /** The day on which the bank has it, by the gateway's word. */
    arrivesOn: p.date(),
    /** The gateway's word for a payout that failed. */
    failureReason: p.text().strictNullable(),
    /**
     * The part that the payments, refunds and fees in it do not explain; null until its gateway has said what is in it.
     */
    unexplainedCents: p.bigint('number').strictNullable(),
    eventSequence: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Payout extends PayoutSchema.class {}
PayoutSchema.setClass(Payout);
