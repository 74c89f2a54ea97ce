import type { Company } from '../accounts/companies/company.entity.ts';
import type { CheckoutView } from './checkout-view.ts';

/** Who is paid, and how a payer reaches them. */
export function receiverOf({
  name,
  beneficiaryName,
  document,
  contactEmail: email,
  contactPhone: phone,
  contactWhatsapp: whatsapp,
}: Company): CheckoutView['receiver'] {
  return { name: beneficiaryName ?? name, document, email, phone, whatsapp };
}
