import { defineEntity, p } from '@mikro-orm/postgresql';
import { Person } from '../people/person.entity.ts';

/** The codes of a person: those of an app (TOTP), and those for the day on which the app is lost. */
export const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').deleteRule('cascade').unique(),
    /** The secret of the app, sealed; it counts once `totpConfirmedAt` is set. */
    totpSecret: p.text().strictNullable(),
    totpConfirmedAt: p.datetime(3).strictNullable(),
    /** The last period of 30 s whose code was taken: no code counts twice. */
    totpPeriod: p.bigint('number').strictNullable(),
    /** The recovery codes that were not used, as JSON, sealed. */
    recoveryCodes: p.text().strictNullable(),
  },
});

export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

/** The context for which the codes of a person are sealed. */
export function factorContext(personId: number): string {
  return `second factor of person ${personId}`;
}
