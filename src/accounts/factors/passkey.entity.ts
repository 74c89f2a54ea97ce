import { defineEntity, p } from '@mikro-orm/postgresql';
import { Person } from '../people/person.entity.ts';

/** A passkey of a person (WebAuthn, level 3): its public half. Times are real time. */
export const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').deleteRule('cascade').index(),
    /** base64url. */
    credentialId: p.text().unique(),
    /** COSE, base64url. */
    publicKey: p.text(),
    /** As the authenticator counts its uses; 0 where it does not count. */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    name: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).strictNullable(),
  },
});

export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);
