import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../../environment.ts';

/** The answer to a request that carried an Idempotency-Key, written in the transaction of what the request did. */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  uniques: [{ name: 'idempotency_keys_scope', properties: ['companyId', 'environment', 'route', 'key'] }],
  indexes: [
    { name: 'idempotency_keys_expiry', properties: ['expiresAt'] },
    {
      name: 'idempotency_keys_customer',
      expression:
        'create index idempotency_keys_customer on idempotency_keys (customer_id) where customer_id is not null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: p.bigint('number'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    /** Method and path pattern: `POST /invoices/{id}/cancel`. */
    route: p.text(),
    key: p.text(),
    /** SHA-256 of path and body, hexadecimal: the same key with another request is a mistake of the client. */
    fingerprint: p.text(),
    statusCode: p.integer(),
    /** The bytes of the answer, encrypted: they may carry personal data, or a secret that is shown once. */
    body: p.text(),
    /**
     * Whom the answer names, so that it can be found when they are erased; no key, as it must not lock the customer.
     */
    customerId: p.bigint('number').strictNullable(),
    /** Real time, as is `expiresAt`. */
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
