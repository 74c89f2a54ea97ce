import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { checkReturnUrl } from '../../accounts/companies/return-addresses.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { mergeMetadata } from '../../base/metadata/metadata.ts';
import type { Clock } from '../../base/time/clock.ts';
import { checkInstallments } from './create-payment-link.ts';
import { findPaymentLink } from './find-payment-link.ts';
import type { PaymentLink } from './payment-link.entity.ts';
import type { UpdatePaymentLinkBody } from './payment-link.schema.ts';

/** Sets what is given and leaves the rest; invoices that were made stay as they are. @throws ApiError 404 */
export async function updatePaymentLink(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, paymentLinkId, changes }: { store: Store; paymentLinkId: number; changes: UpdatePaymentLinkBody },
): Promise<PaymentLink> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const link = await findPaymentLink(tx, { store, paymentLinkId, lock: true });
    const { name, description, installments, active, metadata } = changes;
    if (name !== undefined) link.name = name;
    if (description !== undefined) link.description = description;
    if (installments !== undefined) link.installments = installments;
    if (changes.accepts_coupons !== undefined) link.acceptsCoupons = changes.accepts_coupons;
    if (changes.max_invoices !== undefined) link.maxInvoices = changes.max_invoices;
    if (changes.valid_until !== undefined) link.validUntil = changes.valid_until;
    if (changes.return_url !== undefined && changes.return_url !== link.returnUrl) {
      checkReturnUrl(await tx.findOneOrFail(Company, store.companyId), changes.return_url);
      link.returnUrl = changes.return_url;
    }
    if (active !== undefined) link.active = active;
    if (metadata) link.metadata = mergeMetadata(link.metadata, metadata);
    checkInstallments(link, link.installments);
    link.updatedAt = now;
    await tx.flush();
    return link;
  });
}
