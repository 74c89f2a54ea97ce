import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { PayerMessage } from '../../invoices/payer-message.entity.ts';
import { stopReminders } from './send-message.ts';

/** The facts of a page on which the receiver of a reminder opts out. Nothing in it names the receiver. */
export interface OptOut {
  storeName: string;
  isOut: boolean;
}

/** @returns null for a token that no message has */
export async function readOptOut(em: EntityManager, token: string): Promise<OptOut | null> {
  const tx = em.fork();
  const message = await tx.findOne(PayerMessage, { token });
  if (!message) return null;
  const { customerId } = await tx.findOneOrFail(Invoice, message.invoiceId);
  const { reminderStop } = await tx.findOneOrFail(Customer, customerId);
  const { name } = await tx.findOneOrFail(Company, message.companyId);
  return { storeName: name, isOut: reminderStop !== null };
}

/** Ends the reminders of the payer who got a message, of all invoices of that store. Twice does no more. */
export async function optOut(em: EntityManager, token: string): Promise<OptOut | null> {
  await inTransaction(em, async (tx) => {
    const message = await tx.findOne(PayerMessage, { token });
    if (message) await stopReminders(tx, message, 'unsubscribed');
  });
  return readOptOut(em, token);
}
