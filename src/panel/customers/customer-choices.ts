import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import { formatDocument } from '../../banking/documents/portuguese.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { digitsOfNumber, searchCustomers } from '../../catalog/customers/search-customers.ts';
import { choicesQuery, choicesView, MAX_CHOICES, typedIn, type Choice } from '../choices.ts';
import { readReference, writeReference } from '../form-fields.ts';
import { screen } from '../screen.ts';
import { customersWords } from './customers.words.ts';

/** Suggests customers while somebody types a name, an e-mail, a CPF or CNPJ, a phone or a number. */
export const customerChoicesScreen = screen({
  id: 'customerChoices',
  scope: 'store',
  path: '/customers/choices',
  needs: 'view',
  words: customersWords,
  query: choicesQuery,
  show: async ({ deps, store, input }) => choicesView(await customerChoices(deps.em, { store, text: typedIn(input) })),
});

/** The newest customers that a text finds; without a text, the newest of all. */
export async function customerChoices(
  em: EntityManager,
  { store, text }: { store: Store; text: string },
): Promise<Choice[]> {
  const found = await idsOf(em, { store, text });
  const where = { ...store, active: true, erasedAt: null, ...found };
  const rows = await reader(em).find(Customer, where, { orderBy: { id: 'desc' }, limit: MAX_CHOICES });
  return rows.map(({ id, name, email, document, phone }) => ({
    value: writeReference({ id, name: name ?? '' }),
    // A browser shows the suggestions that have the typed text: a CPF is found with its signs and without them.
    label: [email, document && formatDocument(document), document, phone].filter(Boolean).join(' · '),
  }));
}

async function idsOf(em: EntityManager, { store, text }: { store: Store; text: string }) {
  if (text === '') return {};
  const id = digitsOfNumber(text) === null ? readReference(text) : null;
  if (id !== null) return { id };
  return { id: { $in: await searchCustomers(em, { store, text, limit: MAX_CHOICES }) } };
}
