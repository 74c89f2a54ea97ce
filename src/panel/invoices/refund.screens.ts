import { joi } from '../../base/http/joi.ts';
import { readInvoiceRecord } from '../../invoices/read-invoice-record.ts';
import type { Refund } from '../../invoices/refund.entity.ts';
import { approveRefund, rejectRefund } from '../../payments/refunds/decide-refund.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { formFields } from '../form-fields.ts';
import { act, screen, type Outcome } from '../screen.ts';
import { refundableOf } from './invoice-page.ts';
import { invoiceScreen } from './invoice.screens.ts';
import { invoicesWords } from './invoices.words.ts';

const words = invoicesWords;

/** The fields are named as the use case names them when it refuses one. */
interface RefundForm {
  amount: number;
  payment_id?: number;
  reason?: string;
}

const FIELDS = { amount: formFields.cents(), payment_id: formFields.id(), reason: formFields.line(200) };

/** A refund is reviewed before it is asked for: nobody gives money back by Enter. */
export const refundScreen = screen({
  id: 'refund',
  scope: 'store',
  path: '/invoices/{id}/refunds/new',
  section: 'invoices',
  needs: 'collect',
  resource: 'invoice',
  words,
  query: joi.object<Partial<RefundForm> & { review?: string }>({
    ...FIELDS,
    review: formFields.line(1),
    amount: FIELDS.amount.when('review', { is: joi.exist(), then: joi.required() }),
  }),
  show: async ({ deps, store, id, input, asked, language, w, f, href }) => {
    const record = await readInvoiceRecord(deps.em, { store, invoiceId: id });
    const path = href(`/invoices/${id}`);
    const refundable = refundableOf(record, { w, f, language });
    const { amount, payment_id: paymentId, reason = '' } = input;
    const isReview = input.review !== undefined && amount !== undefined && asked.problems.length === 0;
    // As they were typed: the form that is sent next reads them once more.
    const typed = (name: string): string => (typeof asked.values[name] === 'string' ? asked.values[name] : '');
    const values = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, typed(name)]));
    const facts = [
      { label: w.refundAmount, text: f.money(amount ?? 0) },
      { label: w.refundPayment, text: paymentId === undefined ? w.refundChoose : String(paymentId) },
      ...(reason ? [{ label: w.refundReason, text: reason }] : []),
    ];
    const changeHref = `${path}/refunds/new?${new URLSearchParams(values).toString()}`;
    return {
      template: 'invoices/refund',
      title: w.refundReviewTitle(id),
      data: {
        ...{ id, path, refundable },
        review: isReview ? { amount: f.money(amount), facts, values, changeHref } : null,
      },
    };
  },
});

export const refundInvoiceAct = act({
  id: 'refundInvoice',
  scope: 'store',
  path: '/invoices/{id}/refunds',
  needs: 'collect',
  words,
  screen: refundScreen,
  leadsTo: invoiceScreen,
  form: joi.object<RefundForm>({ ...FIELDS, amount: FIELDS.amount.required() }),
  stepsUp: ({ company, input }) => company.refundStepUpCents !== null && input.amount > company.refundStepUpCents,
  run: async ({ deps, store, me, id, input, href }) => {
    const { amount: amountCents, payment_id: paymentId = null, reason = null } = input;
    const asked = { amountCents, paymentId, reason, requestedById: me.person.id };
    const refund = await requestRefund(deps, { store, invoiceId: id, input: asked });
    const details = { refund_id: refund.id, payment_id: refund.paymentId, amount_cents: refund.amountCents };
    return { goTo: href(`/invoices/${id}`), subject: `invoice ${id}`, details };
  },
});

/** An owner decides about a refund that waits, on the page of its invoice. */
const decision = {
  scope: 'store',
  needs: 'manage',
  words,
  screen: invoiceScreen,
  form: joi.object<{ refund: number }>({ refund: formFields.id().required() }),
} as const;

export const approveRefundAct = act({
  ...decision,
  id: 'approveRefund',
  path: '/invoices/{id}/refunds/approve',
  stepsUp: () => true,
  run: async ({ deps, store, me, id, input }) => {
    const which = { store, invoiceId: id, refundId: input.refund };
    return decided(await approveRefund(deps, { ...which, by: me.person.id }));
  },
});

export const rejectRefundAct = act({
  ...decision,
  id: 'rejectRefund',
  path: '/invoices/{id}/refunds/reject',
  run: async ({ deps, store, id, input }) =>
    decided(await rejectRefund(deps, { store, invoiceId: id, refundId: input.refund })),
});

function decided({ id, invoiceId, amountCents }: Refund): Outcome {
  const details = { refund_id: id, amount_cents: amountCents };
  return { subject: `invoice ${invoiceId}`, details };
}
