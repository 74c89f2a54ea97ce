import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound } from '../base/errors/errors.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';

/** @throws ApiError 404 `company_not_found` */
export async function findStore(em: EntityManager, companyId: number): Promise<Company> {
  const company = await reader(em).findOne(Company, companyId);
  if (!company) throw notFound('company', companyId);
  return company;
}

/** When a token of the store was last used, to the minute; null when none ever was. */
export async function lastTokenUse(em: EntityManager, companyId: number): Promise<Date | null> {
  const [row] = await em.execute<{ used: string | null }[]>(
    'select max(last_used_at) as used from api_tokens where company_id = ?',
    [companyId],
  );
  return row?.used ? new Date(row.used) : null;
}

/** Whether an invoice or a subscription is a store's, in either environment. */
export async function isOfStore(
  em: EntityManager,
  { companyId, what, id }: { companyId: number; what: 'invoice' | 'subscription'; id: number },
): Promise<boolean> {
  const tx = reader(em);
  const found =
    what === 'invoice'
      ? await tx.findOne(Invoice, { id, companyId }, { fields: ['id'] })
      : await tx.findOne(Subscription, { id, companyId }, { fields: ['id'] });
  return found !== null;
}
