import type { EntityManager } from '@mikro-orm/postgresql';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';

/** How a payer reaches a store; null: not this way. */
export interface Contact {
  email: string | null;
  phone: string | null;
  /** The number at WhatsApp. */
  whatsapp: string | null;
}

/** Changes how payers reach a store; their pages say so from now on. @throws ApiError 404 */
export function setContact(
  em: EntityManager,
  { companyId, contact: { email, phone, whatsapp } }: { companyId: number; contact: Contact },
): Promise<{ company: Company; changes: Changes }> {
  const fields = ['contactEmail', 'contactPhone', 'contactWhatsapp'] as const;
  return changeCompany(em, { companyId, fields }, (company) => {
    company.contactEmail = email;
    company.contactPhone = phone;
    company.contactWhatsapp = whatsapp;
  });
}
