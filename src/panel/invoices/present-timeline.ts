import { ANSWER_STATES } from '../../invoices/dispute.entity.ts';
import type { InvoiceRecord } from '../../invoices/read-invoice-record.ts';
import type { Timeline, TimelineEntry } from '../../invoices/read-timeline.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../invoices/state-machine.ts';
import { isWireAmount, toCents } from '../../base/money/money.ts';
import { DISPUTE_STATUSES } from '../../gateways/payment-gateway.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Refund } from '../../invoices/refund.entity.ts';
import type { CommonWords } from '../common/common.words.ts';
import type { Formats } from '../formats.ts';
import { BAND, drawTimeline } from './timeline-picture.ts';
import type { TimelineFact, TimelineWords } from './timeline.words.ts';
import { toneOf, type Tone } from './tone.ts';
import { wordFor } from './word-for.ts';

export interface TimelineContext {
  words: TimelineWords;
  t: CommonWords;
  f: Formats;
  language: PanelLanguage;
  timeZone: string;
  /** The store's time. */
  now: Date;
}

interface Change {
  from: Date;
  status: InvoiceStatus;
}

/** The timeline of an invoice as its page shows it: a picture, and the same in words. */
export function presentTimeline(timeline: Timeline, record: InvoiceRecord, context: TimelineContext): object {
  const { words, t, f, now, timeZone, language } = context;
  const changes = statusesOf(timeline.data);
  const changedAt = new Set(changes.map(({ entry }) => entry));
  const waits = lettered(
    timeline.waits_for.map(({ what, at }) => ({ text: words.waits[what] ?? words.somethingElse(what), at })),
  );
  const statuses = changes.map(({ from, status }) => ({ from, label: t.statuses[status], tone: toneOf(status) }));
  const picture = drawTimeline({
    statuses,
    moments: timeline.data.map(({ at }) => at),
    waits: waits.flatMap(({ at, letter }) => (at && letter ? [{ at, letter }] : [])),
    now,
    isLive: waits.length > 0,
    timeZone,
    language,
  });
  return {
    band: BAND,
    picture,
    title: words.pictureTitle(record.invoice.id),
    text: words.pictureText(
      statuses.map(({ label, from }) => words.span(label, f.moment(from))).join('; '),
      timeline.data.length,
    ),
    days: byDay(
      timeline.data.map((entry, index) => ({
        number: index + 1,
        day: f.day(entry.at),
        at: entry.at.toISOString(),
        time: f.timeOfDay(entry.at),
        moment: f.momentWithSeconds(entry.at),
        text: tell(entry, record, context),
        status: changedAt.has(entry) ? badgeOf(entry.details.status as InvoiceStatus, t) : null,
      })),
    ),
    waits: waits.map(({ text, at, letter }) => ({
      text,
      letter,
      at: at?.toISOString() ?? null,
      until: at && words.until(f.moment(at)),
    })),
  };
}

/** Entries that follow one another on one day, under that day. */
function byDay<T extends { day: string }>(entries: T[]): { day: string; entries: T[] }[] {
  const days: { day: string; entries: T[] }[] = [];
  for (const entry of entries) {
    if (days.at(-1)?.day !== entry.day) days.push({ day: entry.day, entries: [] });
    days.at(-1)!.entries.push(entry);
  }
  return days;
}

/**
 * The next thing that happens to an invoice by itself: the wait whose time comes first, or one without a time. Webhooks
 * are told all the time, and are no news to whoever looks at an invoice.
 */
export function nextOf({ waits_for: waits }: Timeline, { words, f, now }: TimelineContext): object | null {
  const [next] = waits
    .filter(({ what }) => what !== 'webhook_deliveries')
    .sort((a, b) => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity));
  if (!next) return null;
  const { what, at } = next;
  const when = at && { at: at.toISOString(), full: f.moment(at), ago: f.ago(at > now ? at : now, now) };
  return { text: words.waits[what] ?? words.somethingElse(what), when };
}

function badgeOf(status: InvoiceStatus, t: CommonWords): { label: string; tone: Tone } {
  return { label: t.statuses[status], tone: toneOf(status) };
}

/** Where the status became another one, by the events that say so. */
function statusesOf(entries: TimelineEntry[]): (Change & { entry: TimelineEntry })[] {
  const changes: (Change & { entry: TimelineEntry })[] = [];
  for (const entry of entries) {
    const status = INVOICE_STATUSES.find((one) => one === entry.details.status);
    if (status && status !== changes.at(-1)?.status) changes.push({ from: entry.at, status, entry });
  }
  return changes;
}

/** A wait that has a time is in the picture too, and found there by its letter. */
function lettered<T extends { at: Date | null }>(waits: T[]): (T & { letter: string | null })[] {
  let next = 0;
  return waits.map((wait) => ({ ...wait, letter: wait.at ? String.fromCharCode(65 + next++) : null }));
}

function tell(entry: TimelineEntry, record: InvoiceRecord, { words, t, f }: TimelineContext): string {
  const { details, what } = entry;
  const money = (value: unknown): string | null => (isWireAmount(value) ? f.money(toCents(value)) : null);
  const attempt = record.attempts.find(({ id }) => id === details.attempt_id);
  const refund = record.refunds.find(({ id }) => id === details.refund_id);
  const fact: TimelineFact = {
    amount: money(details.amount),
    overpaid: money(details.amount_overpaid),
    due: money(details.amount_due),
    reason: reasonOf(entry, refund, words),
    answerUntil: readMoment(details.answer_until, f),
    dispute: DISPUTE_STATUSES.find((one) => one === details.dispute_status) ?? null,
    answer: ANSWER_STATES.find((one) => one === details.answer) ?? null,
    method: attempt ? t.methods[attempt.method] : null,
    attempt: attempt?.number ?? null,
    refund: refund?.id ?? null,
    changed: Array.isArray(details.changed) ? details.changed.map((name: string) => wordFor(words.fields, name)) : [],
  };
  return words.happened[what]?.(fact) ?? words.somethingElse(what);
}

function readMoment(text: unknown, f: Formats): string | null {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? f.moment(new Date(text)) : null;
}

/**
 * Why a store asks for a refund is its own text, and is shown as it was written; every other reason is a gateway's
 * word.
 */
function reasonOf({ what, details }: TimelineEntry, refund: Refund | undefined, words: TimelineWords): string | null {
  if (what === 'refund.requested') return refund?.reason ?? null;
  return typeof details.reason === 'string' ? wordFor(words.reasons, details.reason) : null;
}
