import { cleanText } from '../../base/text/clean-text.ts';
import type { PaymentLinkView } from '../read-payment-link.ts';
import type { Formats } from './formats.ts';
import type { Messages } from './messages.ts';
import { presentStore } from './present-checkout.ts';
import { presentReceiver } from './present-summary.ts';

/** The fields of the page's form, in its order. */
export const LINK_FIELDS = ['name', 'email', 'document', 'coupon'] as const;
export type LinkField = (typeof LINK_FIELDS)[number];
/** The code of what is wrong with a field. */
export type LinkProblems = Partial<Record<LinkField, string>>;

export interface LinkForm {
  values: Partial<Record<LinkField, string>>;
  problems: LinkProblems;
  /** The payer's own key of the form: sent twice, it makes one invoice. */
  submission: string;
}

/** The values that the template of a payment link writes. */
export function presentPaymentLink(
  view: PaymentLinkView,
  { values, problems, submission }: LinkForm,
  { t, formats }: { t: Messages; formats: Formats },
) {
  const action = `/pay/${view.hash}`;
  const store = presentStore(view, action);
  const { money, number } = formats;
  const words = t.link;
  const name = cleanText(view.name);
  const isOpen = view.state === 'open';
  return {
    store,
    title: isOpen ? name : words.overTitle,
    documentTitle: `${name} · ${store.name}`,
    isOpen,
    text: isOpen ? null : words.over(store.name),
    description: view.description && cleanText(view.description),
    amount: money(view.totalCents),
    action,
    submission,
    fields: LINK_FIELDS.filter((field) => field !== 'coupon' || view.acceptsCoupons).map((field) => ({
      name: field,
      label: words.fields[field],
      value: values[field] ?? '',
      problem: sayProblem(field, problems[field], t),
      ...ATTRIBUTES[field],
    })),
    summary: {
      receiver: presentReceiver(view.receiver),
      items: view.items.map((item) => ({
        name: cleanText(item.name),
        quantity: t.order.quantity(number(item.quantity), money(item.unitPriceCents)),
        amount: money(item.amountCents),
      })),
      sums: [],
      total: money(view.totalCents),
      after: [],
      method: formats.either(view.methods.map((method) => t.methods[method])),
      period: null,
      dueDate: null,
    },
  };
}

const ATTRIBUTES: Record<LinkField, { type: string; autocomplete: string; mode: string | null; required: boolean }> = {
  name: { type: 'text', autocomplete: 'name', mode: null, required: true },
  email: { type: 'email', autocomplete: 'email', mode: 'email', required: true },
  document: { type: 'text', autocomplete: 'off', mode: null, required: true },
  coupon: { type: 'text', autocomplete: 'off', mode: null, required: false },
};

function sayProblem(field: LinkField, code: string | undefined, t: Messages): string | null {
  if (code === undefined) return null;
  const { problems } = t.link;
  if (field !== 'coupon') return problems[field];
  return problems.coupons[code as keyof typeof problems.coupons] ?? problems.coupon;
}
