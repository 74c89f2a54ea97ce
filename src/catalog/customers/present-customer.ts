import type { Customer } from './customer.entity.ts';

/** A customer as the API shows it. */
export function presentCustomer(customer: Customer): Record<string, unknown> {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    document: customer.document,
    phone: customer.phone,
    address: customer.address,
    language: customer.language,
    accepts_reminders: customer.reminderStop === null,
    reminder_stop: customer.reminderStop,
    external_reference: customer.externalReference,
    metadata: customer.metadata,
    active: customer.active,
    erased_at: customer.erasedAt,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
  };
}
