import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';
import type { Store } from '../base/environment.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/** Charges that wait for the payer's money, or for the gateway: what nobody looks after once the access is gone. */
export function countOpenCharges(em: EntityManager, { companyId, environment }: Store, gateway: string) {
  return reader(em).count(PaymentAttempt, { companyId, environment, gateway, state: 'pending' });
}
