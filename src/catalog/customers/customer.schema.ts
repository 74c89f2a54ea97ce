import { PHONE } from '../../base/text/phone-number.ts';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { answerList, answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '../../accounts/companies/reminder-schedule.ts';
import { REMINDER_STOPS } from './customer.entity.ts';
import type { Address } from '../../banking/address.ts';

/** Federative units of Brazil (IBGE). */
const STATES = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

/** CPF `111.444.777-35`; CNPJ `12.ABC.345/01DE-35`, with letters since July 2026; with or without punctuation. */
const DOCUMENT =
  /^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2})$/;

const document = joi
  .text()
  .pattern(DOCUMENT)
  .custom((value: string, helpers) => {
    const plain = value.replace(/[.\-/]/g, '').toUpperCase();
    return cpf.isValid(plain) || cnpj.isValid(plain) ? plain : helpers.error('document.invalid');
  })
  .messages({
    'document.invalid': '{#label} must be a CPF or CNPJ with right check digits',
    'string.pattern.base': '{#label} must be a CPF or CNPJ: 11 digits, or 14 letters and digits',
  })
  .description('CPF or CNPJ, the alphanumeric CNPJ included; kept without punctuation.');

const address = joi
  .object<Address>({
    zip_code: joi
      .text()
      .pattern(/^\d{5}-?\d{3}$/)
      .custom((value: string) => value.replace('-', ''))
      .messages({ 'string.pattern.base': '{#label} must be a CEP of eight digits, like 01310-100' })
      .required()
      .description('CEP; kept without the dash.'),
    street: fields.line(200).required(),
    number: fields.line(20).required().description('`S/N` where there is none.'),
    complement: fields.line(100).allow(null).default(null),
    district: fields.line(100).required(),
    city: fields.line(100).required(),
    state: joi
      .string()
      .valid(...STATES)
      .required(),
    country: joi
      .text()
      .pattern(/^[A-Z]{2}$/)
      .default('BR')
      .description('ISO 3166-1, two letters.'),
  })
  .component('AddressInput');

const input = {
  name: fields.line(200),
  email: joi.string().email({ tlds: false, allowUnicode: false }).max(254),
  document: document.allow(null),
  phone: joi
    .text()
    .pattern(PHONE)
    .allow(null)
    .messages({ 'string.pattern.base': '{#label} must be a phone number of 8 to 20 digits, like +55 11 91234-5678' }),
  address: address.allow(null),
  external_reference: fields.externalReference.allow(null),
  language: joi
    .string()
    .valid(...MESSAGE_LANGUAGES)
    .allow(null)
    .description("The language in which the customer is written to; null: that of the store's reminder schedule."),
};

export interface CreateCustomerBody {
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
  address: Address | null;
  external_reference: string | null;
  language: MessageLanguage | null;
  metadata: Record<string, string>;
}

export const createCustomerSchema = joi
  .object<CreateCustomerBody>({
    name: input.name.required(),
    email: input.email.required(),
    document: input.document.default(null),
    phone: input.phone.default(null),
    address: input.address.default(null),
    external_reference: input.external_reference.default(null),
    language: input.language.default(null),
    metadata: fields.metadata.default({}),
  })
  .component('CreateCustomer');

export type UpdateCustomerBody = Partial<Omit<CreateCustomerBody, 'metadata'>> & {
  metadata?: Record<string, string | null>;
  active?: boolean;
  accepts_reminders?: boolean;
};

export const updateCustomerSchema = joi
  .object<UpdateCustomerBody>({
    ...input,
    metadata: fields.metadataChanges,
    active: fields.boolean.description('`false` archives, `true` brings back.'),
    accepts_reminders: fields.boolean.description(
      '`false`: the customer gets no more reminders. `true`: again, also after an opt-out or a bounce; only by the will of the customer.',
    ),
  })
  .component('UpdateCustomer');

export interface ListCustomersQuery extends PageQuery, TimeRange {
  email?: string;
  document?: string;
  external_reference?: string;
  active?: boolean;
}

export const listCustomersQuery = pageQuery<ListCustomersQuery>({
  email: input.email.description('Only with this address.'),
  document: document.description('Only with this CPF or CNPJ, with or without punctuation.'),
  external_reference: fields.externalReference,
  active: fields.boolean.description('`false`: only the archived ones.'),
});

const shownAddress = answerObject('Address', {
  zip_code: shown.text,
  street: shown.text,
  number: shown.text,
  complement: shown.textOrNull,
  district: shown.text,
  city: shown.text,
  state: shown.text,
  country: shown.text,
});

export const customerSchema = answerObject('Customer', {
  id: shown.id,
  name: shown.textOrNull.description('Null once erased, as is `email`.'),
  email: shown.textOrNull,
  document: shown.textOrNull.description('CPF or CNPJ without punctuation.'),
  phone: shown.textOrNull,
  address: shownAddress.allow(null),
  language: joi
    .string()
    .valid(...MESSAGE_LANGUAGES)
    .allow(null),
  accepts_reminders: shown.flag,
  reminder_stop: joi
    .string()
    .valid(...REMINDER_STOPS)
    .allow(null)
    .description(
      'Why the customer gets no reminders: `unsubscribed` by its own hand, `bounced` by its mail server, `complained` about a mail, or by the `store`.',
    ),
  external_reference: shown.textOrNull,
  metadata: shown.metadata,
  active: shown.flag.description('Archived customers stay readable and get no new invoices.'),
  erased_at: shown.timeOrNull.description('When the personal data of the customer was erased.'),
  created_at: shown.time,
  updated_at: shown.time,
});

export const customerListSchema = answerList('CustomerList', customerSchema);
