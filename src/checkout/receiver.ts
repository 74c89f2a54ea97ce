import type { Company } from '../accounts/companies/company.entity.ts';
import type { CheckoutView } from './checkout-view.ts';

/** The beneficiary of a store's money, and the ways by which a payer asks. */
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
