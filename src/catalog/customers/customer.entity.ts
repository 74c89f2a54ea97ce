import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '../../accounts/companies/reminder-schedule.ts';
import type { Metadata } from '../../base/metadata/metadata.ts';
import type { Address } from '../../banking/address.ts';

/**
 * `unsubscribed`: by the payer. `bounced`: the address takes no mail. `complained`: a mail was unwanted. `store`: the
 * store said so.
 */
export const REMINDER_STOPS = ['unsubscribed', 'bounced', 'complained', 'store'] as const;
export type ReminderStop = (typeof REMINDER_STOPS)[number];

/**
 * The words of a customer's name and address, in lower case and without accents, however those are
 * encoded, and the store as one more of them: the
 * index then finds a store's Anas without looking through those of other stores.
 */
export const CUSTOMER_WORDS = `to_tsvector('simple'::regconfig, 'store' || company_id::text || environment || ' ' || regexp_replace(translate(lower(normalize(name || ' ' || email, NFC)), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '[^a-z0-9]+', ' ', 'g'))`;

/** The person or company that pays. */
export const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  indexes: [
    { name: 'customers_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'customers_words', expression: `create index customers_words on customers using gin (${CUSTOMER_WORDS})` },
    { name: 'customers_email', properties: ['companyId', 'environment', 'email', 'id'] },
    { name: 'customers_document', properties: ['companyId', 'environment', 'document', 'id'] },
    {
      name: 'customers_phone',
      expression: `create index customers_phone on customers (company_id, environment, right(regexp_replace(phone, '\\D', '', 'g'), 8)) where phone is not null`,
    },
    { name: 'customers_reference', properties: ['companyId', 'environment', 'externalReference', 'id'] },
  ],
  checks: [
    {
      name: 'customers_erased',
      expression: '(erased_at is null) = (name is not null) and (erased_at is null) = (email is not null)',
    },
  ],
  properties: {
    ...ownedByStore(),
    /** Null once erased, as the address. */
    name: p.text().strictNullable(),
    email: p.text().strictNullable(),
    /** CPF or CNPJ without punctuation. */
    document: p.text().strictNullable(),
    phone: p.text().strictNullable(),
    address: p.json<Address>().strictNullable(),
    externalReference: p.text().strictNullable(),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** The language in which the customer is written to; null: that of the store's schedule. */
    language: p.enum(MESSAGE_LANGUAGES).$type<MessageLanguage>().strictNullable(),
    /** Why the customer gets no reminders; null: the customer gets them. */
    reminderStop: p.enum(REMINDER_STOPS).$type<ReminderStop>().strictNullable(),
    /** Archived customers stay readable and get no new invoices. */
    active: p.boolean().default(true),
    /** When everything that tells who it is was erased; nothing brings it back. */
    erasedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
