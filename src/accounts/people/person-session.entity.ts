import { defineEntity, p } from '@mikro-orm/postgresql';
import { Person } from './person.entity.ts';

/** A browser in which somebody is signed in. To delete the row is to sign out. Times are real time. */
export const PersonSessionSchema = defineEntity({
  name: 'PersonSession',
  tableName: 'person_sessions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').index(),
    /** SHA-256 of what the cookie carries, hexadecimal. */
    tokenHash: p.text().unique(),
    createdAt: p.datetime(3),
    /** At most a minute behind. */
    lastSeenAt: p.datetime(3).index(),
    expiresAt: p.datetime(3),
    /** Where it was begun from. */
    address: p.text(),
    userAgent: p.text(),
    /** When the second factor was proven last; of a person without one, when the password was given once more. */
    factorAt: p.datetime(3).strictNullable(),
    /** The password was given, and the second factor was not: nothing opens yet. */
    isPending: p.boolean().default(false),
    /** Digest of the last answer of a passkey, which does not count again. */
    lastProof: p.text().strictNullable(),
  },
});

export class PersonSession extends PersonSessionSchema.class {}
PersonSessionSchema.setClass(PersonSession);
