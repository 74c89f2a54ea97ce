import type { EntityManager } from '@mikro-orm/postgresql';
import type { Answer, PersonsOfAnswers } from '../base/http/idempotency/answer-once.ts';
import { withoutPerson } from './without-person.ts';

interface Named {
  id?: unknown;
  email?: unknown;
  invoice_id?: unknown;
  customer?: { id?: unknown } | null;
}

/** The customers whom the answers of the API name. */
export const personsOfAnswers: PersonsOfAnswers = { find: nameCustomer, withoutErased: forgetErased };

/** Whom an answer is about: it is the customer, has one, or is about an invoice of one. */
async function nameCustomer(tx: EntityManager, { body }: Answer): Promise<number | null> {
  if (body === null) return null;
  const { id, email, customer, invoice_id: invoiceId } = JSON.parse(body) as Named;
  if (typeof customer?.id === 'number') return customer.id;
  if (email !== undefined && typeof id === 'number') return id;
  if (typeof invoiceId !== 'number') return null;
  const [invoice] = await tx.execute<{ customer_id: string }[]>('select customer_id from invoices where id = ?', [
    invoiceId,
  ]);
  return invoice ? Number(invoice.customer_id) : null;
}

/** The person whom the answer names may have been erased since it was made. A later erasure finds the answer. */
async function forgetErased(tx: EntityManager, answer: Answer): Promise<Answer> {
  const customerId = await nameCustomer(tx, answer);
  const [erased] = await tx.execute<unknown[]>(
    'select 1 from (select erased_at from customers where id = ? for share) as named where erased_at is not null',
    [customerId],
  );
  if (!erased || customerId === null || answer.body === null) return answer;
  return { ...answer, body: JSON.stringify(withoutPerson(JSON.parse(answer.body), customerId)) };
}
