import type { EntityManager } from '@mikro-orm/postgresql';
import { findMembership } from '../accounts/people/members.ts';
import { findSession } from '../accounts/people/sessions.ts';
import { reader } from '../base/db/transaction.ts';
import { Invoice } from '../invoices/invoice.entity.ts';

/**
 * Whether a visitor of a checkout is signed in to the panel of its store, or is an operator of the platform: such a
 * visit is not the payer's.
 *
 * @param sessionToken that of the panel; null for a browser that has none
 */
export async function isOfStore(
  em: EntityManager,
  { hash, sessionToken, now }: { hash: string; sessionToken: string | null; now: Date },
): Promise<boolean> {
  if (sessionToken === null) return false;
  const me = await findSession(em, { token: sessionToken, now, isUse: false });
  if (!me || me.session.isPending) return false;
  if (me.person.isOperator) return true;
  const invoice = await reader(em).findOne(Invoice, { checkoutHash: hash }, { fields: ['companyId'] });
  if (!invoice) return false;
  return (await findMembership(em, { companyId: invoice.companyId, personId: me.person.id })) !== null;
}
