import type { Address } from '../../banking/address.ts';
import type { Customer } from '../../catalog/customers/customer.entity.ts';
import { createCustomerSchema, type CreateCustomerBody } from '../../catalog/customers/customer.schema.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { formatZipCode, plainDocument } from '../../banking/documents/portuguese.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { FIELD_PROBLEMS } from '../common/field-problems.ts';

const CONTACT_FIELDS = ['name', 'email', 'document', 'phone'] as const;
/** The fields that make an address; the country alone is none, as the form begins with one. */
const PLACE_FIELDS = ['zip_code', 'street', 'number', 'complement', 'district', 'city', 'state'] as const;
const CUSTOMER_FIELDS = [...CONTACT_FIELDS, ...PLACE_FIELDS, 'country'] as const;

type CustomerField = (typeof CUSTOMER_FIELDS)[number];
export type CustomerForm = Partial<Record<CustomerField, string>>;

/** The texts of a form, without the spaces around them. The API decides about their values: see `readCustomer`. */
export const customerForm = joi.object<CustomerForm>(
  Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, joi.text().empty('').trim()])),
);

/** Federative units of Brazil, as the API takes them. */
export const STATES = (createCustomerSchema.extract('address.state').describe() as unknown as { allow: string[] })
  .allow;

/** The fields of a customer that the form sets. */
export type CustomerFields = Pick<CreateCustomerBody, 'name' | 'email' | 'document' | 'phone' | 'address'>;
type KnownFields = Pick<Customer, keyof CustomerFields>;

/**
 * A customer as typed, by the API's own rules.
 *
 * @throws ApiError 422 with what is wrong beside the form's fields, in the reader's language
 */
export function readCustomer(form: CustomerForm, language: PanelLanguage): CustomerFields {
  const result = createCustomerSchema.validate(toBody(form), { abortEarly: false, convert: false });
  if (!result.error) {
    const { name, email, document, phone, address } = result.value;
    return { name, email, document, phone, address };
  }
  const { byType, other } = FIELD_PROBLEMS[language];
  throw invalidFields(
    result.error.details.map(({ path, type, context }) => {
      const field = String(path.at(-1) ?? '');
      return { field, code: problemCode(field, type), message: (byType[type] ?? other)({ ...context }) };
    }),
  );
}

function toBody(form: CustomerForm): Record<string, unknown> {
  const { name, email, document = null, phone = null, ...place } = form;
  const hasAddress = PLACE_FIELDS.some((field) => form[field] !== undefined);
  return { name, email, document, phone, address: hasAddress ? place : null };
}

/** A pattern tells little; the words of these fields tell what belongs there. */
function problemCode(field: string, type: string): string {
  const hasForm = ['document', 'phone', 'zip_code', 'country'].includes(field);
  return hasForm && type === 'string.pattern.base' ? `${field}.invalid` : type;
}

/** The values with which the form of a customer begins. */
export function customerValues({ name, email, document, phone, address }: Customer): Record<string, string> {
  const values = {
    ...address,
    name,
    email,
    document: document && plainDocument(document),
    phone,
    zip_code: address && formatZipCode(address.zip_code),
    country: address?.country ?? 'BR',
  };
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? '']));
}

/** The names of what a form changes, for the audit log; never the values, which are a person's. */
export function changedFields(before: KnownFields, after: CustomerFields): string[] {
  const differs = (field: keyof CustomerFields): boolean => {
    const [one, other] = [before[field], after[field]];
    return typeof one === 'object' || typeof other === 'object'
      ? addressText(one as Address | null) !== addressText(other as Address | null)
      : one !== other;
  };
  return (['name', 'email', 'document', 'phone', 'address'] as const).filter(differs);
}

function addressText(address: Address | null): string {
  return JSON.stringify(address && [...PLACE_FIELDS, 'country' as const].map((field) => address[field]));
}

/** An address as an envelope has it, line by line. */
export function addressLines(address: Address): string[] {
  const { street, number, complement, district, city, state, country } = address;
  return [
    [street, number, complement].filter(Boolean).join(', '),
    `${district}, ${city} - ${state}`,
    `CEP ${formatZipCode(address.zip_code)}${country === 'BR' ? '' : `, ${country}`}`,
  ];
}
