import { createHash } from 'node:crypto';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../accounts/companies/reminder-schedule.ts';
import { listCardsOf } from '../../catalog/cards/find-saved-card.ts';
import { remindInvoice } from '../../payments/messages/remind-invoice.ts';
import { submitPayment } from '../../payments/submit-payment.ts';
import { cardOptions } from '../saved-cards.ts';
import { cancelInvoice } from '../../invoices/cancel-invoice.ts';
import { readInvoiceRecord, type InvoiceRecord } from '../../invoices/read-invoice-record.ts';
import { readTimeline, type Timeline } from '../../invoices/read-timeline.ts';
import { joi } from '../../base/http/joi.ts';
import { formFields } from '../form-fields.ts';
import { act, screen } from '../screen.ts';
import { actsOn, presentInvoicePage, simulationsOf } from './invoice-page.ts';
import { invoicesWords } from './invoices.words.ts';
import { describeDeliveries } from '../webhooks/describe-webhook.ts';
import { SHARED_WORDS } from '../webhooks/shared.words.ts';
import { nextOf, presentTimeline } from './present-timeline.ts';

const words = invoicesWords;

interface InvoiceQuery {
  /** The mark of the state that a page that refreshes itself shows already. */
  seen?: string;
  /** The acts that the page had when it was opened. */
  acts?: string;
  /** The steps of the timeline before this one; the last ones unless given. */
  steps_before?: string;
}

export const invoiceScreen = screen({
  id: 'invoice',
  scope: 'store',
  path: '/invoices/{id}',
  section: 'invoices',
  needs: 'view',
  resource: 'invoice',
  words,
  query: joi.object<InvoiceQuery>({
    seen: formFields.line(64),
    acts: formFields.line(64),
    steps_before: formFields.line(40),
  }),
  show: async (request) => {
    const { deps, store, company, id, input, w, t, f, language, href } = request;
    const record = await readInvoiceRecord(deps.em, { store, invoiceId: id });
    const page = { isNewest: true, ending_before: input.steps_before };
    const timeline = await readTimeline(deps.em, { store, invoiceId: id, page });
    const now = await deps.clock.now(store);
    const mark = markOf(record, timeline);
    const cards = await listCardsOf(deps.em, { store, customerId: record.customer.id });
    const acts = actsOn({ ...record, cards }, now);
    const actsShown = input.acts ?? acts.join(' ');
    const path = href(`/invoices/${id}`);
    const shared = SHARED_WORDS[language];
    const context = { words: w.timeline, t, f, language, timeZone: company.timeZone, now };
    return {
      template: 'invoices/invoice',
      title: w.invoice(id),
      // Nothing has changed since: a page that refreshes itself keeps what it has, with its focus and its scrolling.
      ...(input.seen === mark && { status: 204 }),
      data: {
        ...presentInvoicePage(record, { company, now, w, t, f, href, publicUrl: deps.publicUrl, language }),
        id,
        deliveries: await describeDeliveries(deps.em, record.deliveries, { shared, language, f, now }),
        deliveryWords: shared,
        channels: MESSAGE_CHANNELS.map((value) => ({ value, label: w.remind.channels[value] })),
        simulations:
          store.environment === 'sandbox'
            ? simulationsOf(record).map((value) => ({ value, label: w.simulation.outcomes[value] }))
            : [],
        next: nextOf(timeline, context),
        cards: cardOptions(cards),
        path,
        timeline: presentTimeline(timeline, record, context),
        earlier: timeline.has_more
          ? `${path}?${new URLSearchParams({ steps_before: timeline.data[0]!.id }).toString()}`
          : null,
        latest: input.steps_before === undefined ? null : path,
        acts,
        haveActsChanged: actsShown !== acts.join(' '),
        refreshFrom:
          timeline.waits_for.length > 0 && input.steps_before === undefined
            ? `${path}?${new URLSearchParams({ seen: mark, acts: actsShown }).toString()}`
            : null,
      },
    };
  },
});

/** Differs whenever the page would, but for what the hour alone changes. */
function markOf({ invoice, attempts, refunds, deliveries }: InvoiceRecord, timeline: Timeline): string {
  const parts = [
    invoice.version,
    invoice.updatedAt,
    attempts.map(({ state, updatedAt }) => [state, updatedAt]),
    refunds.map(({ state, updatedAt }) => [state, updatedAt]),
    deliveries.map(({ delivery }) => [delivery.id, delivery.state, delivery.attempts, delivery.nextAttemptAt]),
    timeline.data.at(-1)?.id,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

const cancelInvoiceAct = act({
  id: 'cancelInvoice',
  scope: 'store',
  path: '/invoices/{id}/cancel',
  needs: 'collect',
  words,
  screen: invoiceScreen,
  run: async ({ deps, store, id }) => {
    await cancelInvoice(deps, { store, invoiceId: id });
    return { subject: `invoice ${id}` };
  },
});

const chargeSavedCardAct = act({
  id: 'chargeSavedCard',
  scope: 'store',
  path: '/invoices/{id}/card-payments',
  needs: 'collect',
  words,
  screen: invoiceScreen,
  form: joi.object<{ card: number }>({ card: formFields.id().required() }),
  run: async ({ deps, store, id, input: { card: savedCardId } }) => {
    const { id: attemptId } = await submitPayment(deps, { store, invoiceId: id, cardToken: null, savedCardId });
    return { subject: `invoice ${id}`, details: { saved_card_id: savedCardId, attempt_id: attemptId } };
  },
});

const remindInvoiceAct = act({
  id: 'remindInvoice',
  scope: 'store',
  path: '/invoices/{id}/reminders',
  needs: 'collect',
  words,
  screen: invoiceScreen,
  form: joi.object<{ channel: MessageChannel }>({ channel: formFields.choice(MESSAGE_CHANNELS).required() }),
  run: async ({ deps, store, id, input: { channel } }) => {
    await remindInvoice(deps, { store, invoiceId: id, channel });
    return { subject: `invoice ${id}`, details: { channel } };
  },
});

export const invoiceActs = [cancelInvoiceAct, chargeSavedCardAct, remindInvoiceAct];
