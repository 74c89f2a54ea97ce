import { DateTime } from 'luxon';
import { EXTERNAL_METHODS, type ExternalMethod } from '../../banking/payment-method.ts';
import { joi } from '../../base/http/joi.ts';
import { grantCreditNote, writeOffInvoice } from '../../payments/concessions/grant-concession.ts';
import { recordExternalPayment } from '../../payments/external/record-external-payment.ts';
import { reverseExternalPayment } from '../../payments/external/reverse-external-payment.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { invoiceScreen } from './invoice.screens.ts';
import { invoicesWords } from './invoices.words.ts';

/** Acts on the page of an invoice by which the store says something about its money. */
const onInvoice = { scope: 'store', needs: 'collect', words: invoicesWords, screen: invoiceScreen } as const;

/** The fields of each form have names of their own: the page has them all. */
interface ExternalPaymentForm {
  method: ExternalMethod;
  amount?: number;
  /** `YYYY-MM-DD`, of the store; today unless given. */
  paid_at?: string;
  received_by?: string;
  note?: string;
}

export const recordExternalPaymentAct = act({
  ...onInvoice,
  id: 'recordExternalPayment',
  path: '/invoices/{id}/external-payments',
  form: joi.object<ExternalPaymentForm>({
    method: formFields.choice(EXTERNAL_METHODS).required(),
    amount: formFields.cents(),
    paid_at: formFields.date(),
    received_by: formFields.line(120),
    note: formFields.line(500),
  }),
  run: async ({ deps, store, company, id, input }) => {
    const { method, amount: amountCents = null, paid_at: day, received_by: receivedBy = null, note = null } = input;
    // The end of a day of the store; of the present day, now.
    const end = day === undefined ? null : DateTime.fromISO(day, { zone: company.timeZone }).endOf('day').toJSDate();
    const now = await deps.clock.now(store);
    const given = { amountCents, method, paidAt: end === null || end > now ? null : end, receivedBy, note };
    const payment = await recordExternalPayment(deps, { store, invoiceId: id, input: given });
    const details = { payment_id: payment.id, method, amount_cents: payment.amountCents };
    return { subject: `invoice ${id}`, details };
  },
});

export const reverseExternalPaymentAct = act({
  ...onInvoice,
  id: 'reverseExternalPayment',
  path: '/invoices/{id}/external-payments/reversal',
  form: joi.object<{ payment: number; reason: string }>({
    payment: formFields.id().required(),
    reason: formFields.line(200).required(),
  }),
  run: async ({ deps, store, id, input: { payment: paymentId, reason } }) => {
    await reverseExternalPayment(deps, { store, paymentId, reason });
    return { subject: `payment ${paymentId}`, details: { invoice_id: id } };
  },
});

export const createCreditNoteAct = act({
  ...onInvoice,
  id: 'createCreditNote',
  path: '/invoices/{id}/credit-notes',
  form: joi.object<{ amount: number; reason: string }>({
    amount: formFields.cents().required(),
    reason: formFields.line(200).required(),
  }),
  run: async ({ deps, store, id, input: { amount: amountCents, reason } }) => {
    const { id: concessionId } = await grantCreditNote(deps, { store, invoiceId: id, amountCents, reason });
    return { subject: `invoice ${id}`, details: { concession_id: concessionId, amount_cents: amountCents } };
  },
});

export const writeOffInvoiceAct = act({
  ...onInvoice,
  id: 'writeOffInvoice',
  path: '/invoices/{id}/write-off',
  form: joi.object<{ reason: string }>({ reason: formFields.line(200).required() }),
  run: async ({ deps, store, id, input: { reason } }) => {
    const { id: concessionId, amountCents } = await writeOffInvoice(deps, { store, invoiceId: id, reason });
    return { subject: `invoice ${id}`, details: { concession_id: concessionId, amount_cents: amountCents } };
  },
});

export const settleActs = [
  recordExternalPaymentAct,
  reverseExternalPaymentAct,
  createCreditNoteAct,
  writeOffInvoiceAct,
];
