import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../base/environment.ts';
import type { GatewayEvent } from '../gateways/payment-gateway.ts';

/**
 * A message of a gateway, stored before anything is done about it. The message belongs to a store only through the
 * attempt that it names, and a gateway may speak of attempts that are not ours, so there is no foreign key.
 */
export const GatewayCallbackSchema = defineEntity({
  name: 'GatewayCallback',
  tableName: 'gateway_callbacks',
  indexes: [
    {
      name: 'gateway_callbacks_event',
      expression:
        'create unique index gateway_callbacks_event on gateway_callbacks (gateway, company_id, environment, gateway_event_id) nulls not distinct',
    },
    {
      name: 'gateway_callbacks_unapplied',
      expression:
        'create index gateway_callbacks_unapplied on gateway_callbacks (next_try_at) where applied_at is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    gateway: p.text(),
    gatewayEventId: p.text(),
    /**
     * The store whose gateway it is; null for a gateway that all stores share. A store's gateway can speak of nobody
     * else's money.
     */
    companyId: p.bigint('number').strictNullable(),
    environment: p.enum(ENVIRONMENTS).$type<Environment>().strictNullable(),
    event: p.json<GatewayEvent>(),
    receivedAt: p.datetime(3),
    /** When it may be tried (again); by PostgreSQL's clock, moved on by whoever tries. */
    nextTryAt: p.datetime(3),
    appliedAt: p.datetime(3).strictNullable(),
    /** The outcome, in a word: `applied`, `nothing_to_do`, `unknown_attempt`. */
    outcome: p.text().strictNullable(),
  },
});

export class GatewayCallback extends GatewayCallbackSchema.class {}
GatewayCallbackSchema.setClass(GatewayCallback);
