import { patched, upsertSearchAttributes, workflowInfo, type SearchAttributes } from '@temporalio/workflow';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { OWED_STATUSES } from '../src/invoices/state-machine.ts';

/** The mark of a run that shows more than its status and its payment method. */
export const SHOWN_SINCE = 'what operators search by';

/** Those for whom an invoice can wait; `store`: its access to its gateway, or a webhook of it that is paused. */
export type WaitedFor = 'payer' | 'gateway' | 'receiver' | 'store';

/**
 * Writes the search attributes that have changed; a write of the same values would cost an event.
 *
 * @param failing the number of deliveries under way here whose last attempt failed
 */
export function showInvoice(news: InvoiceNews, failing: number): void {
  const shown = workflowInfo().searchAttributes;
  const changed = Object.entries(attributesOf(news, failing)).filter(
    ([name, values]) => asText(values) !== asText(shown[name]),
  );
  if (changed.length > 0) upsertSearchAttributes(Object.fromEntries(changed));
}

/** As `showInvoice`, of a delivery that has a workflow of its own; one that never failed costs no event. */
export function showDelivery(isFailing: boolean): void {
  const isShown = workflowInfo().searchAttributes.FailingDeliveries?.[0] === 1;
  if (isFailing === isShown || !patched(SHOWN_SINCE)) return;
  const waits: WaitedFor[] = isFailing ? ['receiver'] : [];
  upsertSearchAttributes({ WaitsFor: waits, FailingDeliveries: [Number(isFailing)] });
}

/** As a run from before 0.9.0 writes them. */
export function showStatus(
  { status, paymentMethod }: InvoiceNews,
  { always, withMethod }: { always: boolean; withMethod: boolean },
): void {
  const shown = workflowInfo().searchAttributes;
  const isOtherMethod = withMethod && shown.PaymentMethod?.[0] !== paymentMethod;
  if (!always && shown.InvoiceStatus?.[0] === status && !isOtherMethod) return;
  upsertSearchAttributes({ InvoiceStatus: [status], ...(isOtherMethod && { PaymentMethod: [paymentMethod] }) });
}

/** News of a version before tell no further facts: these stay as they are shown. */
function attributesOf(news: InvoiceNews, failing: number): SearchAttributes {
  const { status, paymentMethod, deadline, facts } = news;
  return {
    InvoiceStatus: [status],
    PaymentMethod: [paymentMethod],
    NextDeadline: deadline ? [new Date(deadline.at)] : [],
    WaitsFor: waitsFor(news, failing),
    FailingDeliveries: [failing + (facts?.heldDeliveries.failing ?? 0)],
    ...(facts && {
      AmountCents: [facts.totalCents],
      DueDate: facts.dueDate === null ? [] : [facts.dueDate],
      Gateway: facts.gateway === null ? [] : [facts.gateway],
    }),
  };
}

function waitsFor(news: InvoiceNews, failing: number): WaitedFor[] {
  const { status, chargeToRegister, chargesToCancel, isHeldAtGateway = false, facts } = news;
  const { refundsToMake = [], disputesToAnswer = [], deadline } = news;
  const isAtGateway =
    chargeToRegister !== null || [...chargesToCancel, ...refundsToMake, ...disputesToAnswer].length > 0;
  // The payer of an open invoice whose charge is held has nothing to pay with.
  const canBePaid = chargeToRegister === null && !(status === 'open' && isHeldAtGateway);
  const { paused = 0, crowded = 0 } = facts?.heldDeliveries ?? {};
  const waited: [WaitedFor, boolean][] = [
    ['payer', OWED_STATUSES.includes(status) && canBePaid],
    ['gateway', isAtGateway],
    ['receiver', failing + crowded > 0],
    ['store', isHeldAtGateway || paused > 0 || deadline?.kind === 'dispute_due'],
  ];
  return waited.filter(([, isWaitedFor]) => isWaitedFor).map(([name]) => name);
}

function asText(values: SearchAttributes[string] = []): string {
  return values.map((value) => (value instanceof Date ? value.toISOString() : String(value))).join('\n');
}
