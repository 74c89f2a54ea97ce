import { defineEntity, p } from '@mikro-orm/postgresql';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import type { ChargeArtefacts, GatewayEvent } from '../payment-gateway.ts';

/** A charge in the sandbox gateway's own books. The table stands for somebody else's database: no key into ours. */
export const SandboxChargeSchema = defineEntity({
  name: 'SandboxCharge',
  tableName: 'sandbox_charges',
  properties: {
    attemptId: p.bigint('number').primary(),
    chargeId: p.text().unique(),
    method: p.enum(PAYMENT_METHODS).$type<PaymentMethod>(),
    amountCents: p.bigint('number'),
    artefacts: p.json<ChargeArtefacts>(),
    canceled: p.boolean().default(false),
    createdAt: p.datetime(3),
  },
});

export class SandboxCharge extends SandboxChargeSchema.class {}
SandboxChargeSchema.setClass(SandboxCharge);

/** A callback that the sandbox gateway owes us until we have answered it with success, as a real gateway would. */
export const SandboxCallbackSchema = defineEntity({
  name: 'SandboxCallback',
  tableName: 'sandbox_callbacks',
  indexes: [
    {
      name: 'sandbox_callbacks_unsent',
      expression: 'create index sandbox_callbacks_unsent on sandbox_callbacks (next_try_at) where sent_at is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    event: p.json<GatewayEvent>(),
    /** By PostgreSQL's clock. */
    nextTryAt: p.datetime(3).defaultRaw('now()'),
    sentAt: p.datetime(3).strictNullable(),
  },
});

export class SandboxCallback extends SandboxCallbackSchema.class {}
SandboxCallbackSchema.setClass(SandboxCallback);
