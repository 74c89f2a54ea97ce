import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Actor } from '../accounts/audit/record-audit.ts';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import { requireKnown } from '../catalog/customers/erased.ts';
import { findCustomer } from '../catalog/customers/find-customer.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { GatewayCustomer } from '../gateways/gateway-customer.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { eraseAnswers } from './erase-answers.ts';
import { eraseEvents, eraseMessages } from './erase-events.ts';
import { refuseWhileUnderWay } from './refuse-while-under-way.ts';

/**
 * Erases the data that tell who a customer is, in every table, in one transaction with its event and its line in the
 * audit log. The books stay: amounts, moments, statuses, ids. A second erasure changes nothing.
 *
 * The transaction locks the customer first, so that no sale to them begins, then their subscriptions and invoices, so
 * that no event that names them is being written; an earlier transaction has committed, and a later one reads a
 * customer without a name.
 *
 * @param actor the person in the audit log; none where the caller writes that line
 * @throws ApiError 404; 409 `customer_not_erasable` naming what has to end first
 */
export async function eraseCustomer(
  { em, clock, secrets }: { em: EntityManager; clock: Clock; secrets: SecretBox },
  { store, customerId, actor }: { store: Store; customerId: number; actor?: Actor },
): Promise<Customer> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const customer = await findCustomer(tx, { store, customerId, lock: true });
    if (customer.erasedAt) return customer;
    // First without their locks: whoever holds one of what goes on may wait for the customer.
    await refuseWhileUnderWay(tx, customerId);
    await lockBooks(tx, customerId);
    await refuseWhileUnderWay(tx, customerId);

    const { email } = requireKnown(customer);
    Object.assign(customer, NOBODY, { active: false, erasedAt: at, updatedAt: at });
    await tx.flush();
    for (const statement of STATEMENTS) await tx.execute(statement, [customerId]);
    await eraseEvents(tx, { store, customerId });
    // Now that no delivery to an inbox can be under way.
    await eraseMessages(tx, { store, customerId, email });
    await eraseAnswers(tx, secrets, { customerId });

    await announce(tx, { store, customer, at });
    // After the commit, and for as long as it takes.
    const isKnownThere = (await tx.count(GatewayCustomer, { customerId })) > 0;
    if (isKnownThere) tx.create(OutboxEntry, { subjectType: 'customer', subjectId: customerId });
    const subject = `customer ${customerId}`;
    if (actor) recordAudit(tx, actor, { action: 'eraseCustomer', ...store, subject });
    await tx.flush();
    return customer;
  });
}

/** A customer of whom nothing is known. */
const NOBODY = {
  name: null,
  email: null,
  document: null,
  phone: null,
  address: null,
  externalReference: null,
  language: null,
  reminderStop: null,
  metadata: {},
} as const satisfies Partial<Customer>;

/**
 * In the order in which everybody locks them; `no key`: rows that refer to these are written by whoever holds others.
 */
async function lockBooks(tx: EntityManager, customerId: number): Promise<void> {
  for (const table of ['subscriptions', 'invoices']) {
    await tx.execute(
      `select count(*) from (select 1 from ${table} where customer_id = ? order by id for no key update) as locked`,
      [customerId],
    );
  }
}

const INVOICES = '(select id from invoices where customer_id = ?)';

/**
 * The statements erase the store's own words about the customer, the end of a card's number, and addresses of pages of
 * the gateway that show them. Statuses, versions and moments of change stay: nothing happened to the books.
 */
const STATEMENTS = [
  `update invoices set description = null, metadata = '{}', return_url = null
   where customer_id = ? and (description is not null or metadata <> '{}' or return_url is not null)`,
  `update subscriptions set description = null, metadata = '{}',
     card_token = null, saved_card_id = null, offered_card_token = null, offered_attempt_id = null where customer_id = ?
     and (description is not null or metadata <> '{}' or card_token is not null or saved_card_id is not null
       or offered_card_token is not null or offered_attempt_id is not null)`,
  `update refunds set reason = null where reason is not null and invoice_id in ${INVOICES}`,
  `update payments set note = null, reversal_reason = null
   where (note is not null or reversal_reason is not null) and invoice_id in ${INVOICES}`,
  `update disputes set explanation = null where explanation is not null and invoice_id in ${INVOICES}`,
  `delete from dispute_files where dispute_id in (select id from disputes where invoice_id in ${INVOICES})`,
  `update concessions set reason = null where reason is not null and invoice_id in ${INVOICES}`,
  `update payment_attempts set card_token = null,
     artefacts = case when artefacts ->> 'method' = 'card' then artefacts || '{"last4": null}' else artefacts end
       - 'nextActionUrl' - 'pdfUrl' - 'kept'
   where invoice_id in ${INVOICES}
     and (card_token is not null or jsonb_exists_any(artefacts, array['last4', 'nextActionUrl', 'pdfUrl', 'kept']))`,
  // The gateway deletes its cards with the customer.
  `delete from saved_cards where customer_id = ?`,
  // A digest of what is known can be held against what somebody knows. The id stays until the gateway has forgotten it.
  `update gateway_customers set digest = '' where customer_id = ?`,
];

/** Subscribers have copies: they are told whose, by number alone. */
async function announce(
  tx: EntityManager,
  { store, customer: { id }, at }: { store: Store; customer: Customer; at: Date },
): Promise<void> {
  await recordEvents(tx, {
    store,
    resource: { type: 'customer', id },
    drafts: [{ type: 'customer.erased', sequence: 1, data: { customer_id: id, erased_at: at } }],
    at,
  });
}
