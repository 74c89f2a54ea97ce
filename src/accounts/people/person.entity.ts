import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Preferences } from './preferences.ts';

/** The languages of the panel. */
export const PANEL_LANGUAGES = ['pt', 'en'] as const;
export type PanelLanguage = (typeof PANEL_LANGUAGES)[number];

/** A person who signs in to the panel. */
export const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'people',
  checks: [{ name: 'people_email_lower', expression: 'email = lower(email)' }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** In lower case: what a person signs in with. */
    email: p.text().unique(),
    name: p.text(),
    /** Argon2id in the PHC format; null until the person has chosen a password. */
    passwordHash: p.text().strictNullable(),
    /** The person runs the platform: creates stores, sets plans, suspends. The mark gives no access to any store. */
    isOperator: p.boolean().default(false),
    /** A passkey, or an app whose codes were confirmed. */
    hasSecondFactor: p.boolean().default(false),
    /** When the person came for the first time to where one is asked for. */
    secondFactorAskedAt: p.datetime(3).strictNullable(),
    /** Null: as the browser asks for. */
    language: p.enum(PANEL_LANGUAGES).$type<PanelLanguage>().strictNullable(),
    preferences: p.json<Preferences>().defaultRaw(`'{}'::jsonb`),
    createdAt: p.datetime(3),
  },
});

export class Person extends PersonSchema.class {}
PersonSchema.setClass(Person);
