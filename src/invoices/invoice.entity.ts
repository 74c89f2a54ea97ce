import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import type { Metadata } from '../base/metadata/metadata.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import type { Adjustment, Discount } from '../banking/amounts.ts';
import type { InstallmentInterest } from '../banking/installments.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './state-machine.ts';

/** An invoice: the record of what is owed and how far its payment has come. Only `changeInvoice` writes to it. */
export const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  indexes: [
    { name: 'invoices_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'invoices_customer', properties: ['customerId', 'id'] },
    {
      name: 'invoices_subscription',
      expression:
        'create index invoices_subscription on invoices (subscription_id, id) where subscription_id is not null',
    },
    {
      name: 'invoices_payment_link',
      expression:
        'create index invoices_payment_link on invoices (payment_link_id, id) where payment_link_id is not null',
    },
    {
      name: 'invoices_sold',
      expression: 'create index invoices_sold on invoices (payment_link_id, status) where payment_link_id is not null',
    },
    {
      name: 'invoices_link_submission',
      expression:
        'create unique index invoices_link_submission on invoices (payment_link_id, link_submission) where payment_link_id is not null',
    },
    {
      name: 'invoices_coupon',
      expression: 'create index invoices_coupon on invoices (coupon_id, id) where coupon_id is not null',
    },
    { name: 'invoices_total', properties: ['companyId', 'environment', 'totalCents', 'id'] },
    { name: 'invoices_method', properties: ['companyId', 'environment', 'paymentMethod', 'id'] },
    { name: 'invoices_created', properties: ['companyId', 'environment', 'createdAt'] },
    { name: 'invoices_reference', properties: ['companyId', 'environment', 'externalReference', 'id'] },
    { name: 'invoices_due', properties: ['companyId', 'environment', 'dueDate', 'id'] },
    {
      name: 'invoices_paid',
      expression:
        'create index invoices_paid on invoices (company_id, environment, paid_at, id) where paid_at is not null',
    },
    { name: 'invoices_status', properties: ['companyId', 'environment', 'status', 'id'] },
    {
      name: 'invoices_deadline',
      expression: 'create index invoices_deadline on invoices (next_deadline_at) where next_deadline_at is not null',
    },
    {
      name: 'invoices_sandbox_deadline',
      expression:
        "create index invoices_sandbox_deadline on invoices (company_id, next_deadline_at) where environment = 'sandbox' and next_deadline_at is not null",
    },
  ],
  checks: [
    { name: 'invoices_amounts', expression: 'total_cents > 0 and amount_paid_cents >= amount_refunded_cents' },
    { name: 'invoices_amount_refunded', expression: 'amount_refunded_cents >= 0' },
    {
      name: 'invoices_payment_methods',
      expression: 'payment_methods is null or payment_method = any (payment_methods)',
    },
    {
      name: 'invoices_total_adds_up',
      expression:
        'total_cents = subtotal_cents - discount_cents + fine_cents + interest_cents + installment_interest_cents',
    },
  ],
  properties: {
    ...ownedByStore(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    /** The subscription that made it. */
    subscriptionId: p.bigint('number').strictNullable(),
    status: p.enum(INVOICE_STATUSES).$type<InvoiceStatus>(),
    /** Counts the changes of this invoice; the newest news about it is the one with the highest version. */
    version: p.integer(),
    /** Counts the events of this invoice; each event carries the number it got. */
    eventSequence: p.integer(),
    /** The method by which it is charged now, or was paid. */
    paymentMethod: p.enum(PAYMENT_METHODS).$type<PaymentMethod>(),
    /** The methods among which its payer chooses, in the store's order; null: `paymentMethod` alone. */
    paymentMethods: p.array().columnType('text[]').$type<PaymentMethod[]>().strictNullable(),
    checkoutHash: p.text().unique(),
    /** The sum of the lines. */
    subtotalCents: p.bigint('number'),
    /**
     * The parts of discount, fine and interest in `totalCents`: as of today while unpaid on time, as paid afterwards.
     */
    discountCents: p.bigint('number').default(0),
    fineCents: p.bigint('number').default(0),
    interestCents: p.bigint('number').default(0),
    /** The interest of the parts in which a card has paid, in `totalCents` too: it is owed once it is paid. */
    installmentInterestCents: p.bigint('number').default(0),
    totalCents: p.bigint('number'),
    amountPaidCents: p.bigint('number'),
    amountRefundedCents: p.bigint('number'),
    /** The part of the total that credit notes took off. */
    amountCreditedCents: p.bigint('number').default(0),
    /** The part of the total that the store does not expect any more. */
    amountWrittenOffCents: p.bigint('number').default(0),
    /** The money that a payer's bank wants back, of disputes that are not decided. */
    amountDisputedCents: p.bigint('number').default(0),
    /** The store's terms; what they come to on a day is told by `amounts.ts`. */
    discount: p.json<Discount>().strictNullable(),
    /** The coupon that gave the discount, and its code, which another coupon may have by now. */
    couponId: p.bigint('number').strictNullable(),
    couponCode: p.text().strictNullable(),
    fine: p.json<Adjustment>().strictNullable(),
    interest: p.json<Adjustment>().strictNullable(),
    /** In how many monthly parts a card is charged unless its payment says otherwise. */
    installments: p.integer().default(1),
    /** The interest that its card payments in parts cost, as the store's settings had it; null: none. */
    installmentInterest: p.json<InstallmentInterest>().strictNullable(),
    /** How long a Pix code of it is payable; null: as the store's settings say, or until the due date. */
    pixExpirySeconds: p.integer().strictNullable(),
    /** The payment link at which its payer bought, and the payer's own key of that. */
    paymentLinkId: p.bigint('number').strictNullable(),
    linkSubmission: p.text().strictNullable(),
    /** Whether its payer is asked if the store may keep the card. */
    offersCardSaving: p.boolean().default(false),
    /** Where its payer goes on once it has ended, at an origin that the store has registered. */
    returnUrl: p.text().strictNullable(),
    description: p.text().strictNullable(),
    externalReference: p.text().strictNullable(),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** As the store named it, or chosen from its policy; null for a method that has none. */
    dueDate: p.date().strictNullable(),
    /** When the Pix code in force can no longer be paid. */
    pixExpiresAt: p.datetime(3).strictNullable(),
    /**
     * First instant after the due date, moved to a business day, in the store's time zone; null for an invoice that
     * does not fall due, as a Pix invoice of before migration 0032.
     */
    overdueAt: p.datetime(3).strictNullable(),
    /** First instant in which an overdue invoice can no longer be paid. */
    expiresAt: p.datetime(3).strictNullable(),
    /** When an invoice without an approved charge counts as abandoned; moves on as the payer acts. */
    abandonmentAt: p.datetime(3),
    /** The next reminder of its payer, which counts as a deadline: see `nextReminder`. */
    reminderStep: p.text().strictNullable(),
    reminderAt: p.datetime(3).strictNullable(),
    /** The next step in the time to answer a dispute; null where none is to come. */
    disputeDueAt: p.datetime(3).strictNullable(),
    /** Reminders until this moment have been written, or left out; null: none so far. */
    remindedUntil: p.datetime(3).strictNullable(),
    /** Since when the store holds the reminders back. */
    remindersHeldAt: p.datetime(3).strictNullable(),
    /**
     * The moment of its deadline, for the sweep that finds invoices whose workflow was lost; null when it waits for
     * none.
     */
    nextDeadlineAt: p.datetime(3).strictNullable(),
    /** When the payer first opened the checkout, first began to pay there, and last did anything; the store's time. */
    checkoutOpenedAt: p.datetime(3).strictNullable(),
    checkoutStartedAt: p.datetime(3).strictNullable(),
    lastActedAt: p.datetime(3).strictNullable(),
    paidAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);
