import { createHash } from 'node:crypto';
import { fromCents } from '../../base/money/money.ts';
import { BARCODE_SIZE } from '../../banking/documents/render-barcode.ts';
import { formatDigitableLine } from '../../banking/boleto/barcode.ts';
import { installmentPlans } from '../../banking/installments.ts';
import { METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { TEST_CARDS, type TestCard } from '../../gateways/sandbox/test-cards.ts';
import type { CheckoutState, CheckoutView, PlayedOutcome } from '../checkout-view.ts';
import { assetUrl } from '../asset-files.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { CARD_BRANDS } from './card-brands.ts';
import type { Formats } from './formats.ts';
import type { Messages, Notice } from './messages.ts';
import { presentSummary } from './present-summary.ts';
import { writeTimeLeft } from './write-time-left.ts';

interface Context {
  t: Messages;
  formats: Formats;
  notice?: Notice | undefined;
  /** Where the page's pictures and links are, when it is not the payer's own page. */
  base?: string | undefined;
}

/**
 * The values that the templates write: words and amounts of the payer's language, and which part of the page stands at
 * its top.
 */
export function presentCheckout(view: CheckoutView, context: Context) {
  const { t, formats, notice, base = `/checkout/${view.hash}` } = context;
  const store = presentStore(view, base);
  const title = titleOf(view, t);
  const amount = formats.money(amountOf(view));
  return {
    store,
    title,
    documentTitle: t.documentTitle(amount, store.name),
    part: PARTS[view.state] === 'code' ? partOfCode(view) : PARTS[view.state],
    state: view.state,
    method: view.method,
    methods: presentMethods(view, t, base),
    version: view.version,
    base,
    /** The origins that the page's policy must let in: a page that was opened without them is opened anew. */
    origins: originsOf(view),
    /** The amount that a submission agrees to: BRL, as the API writes it. */
    agreedAmount: fromCents(view.amountDueCents),
    /** From when on another amount may be asked for. */
    dayEndsIn: view.dayEndsAt && Math.max(0, Math.ceil((view.dayEndsAt.getTime() - view.now.getTime()) / 1_000)),
    /** A page that shows an end is not waiting for news. */
    isLive: view.state !== 'paid' && view.state !== 'refunded',
    amount,
    amountLabel: t.amountLabels[amountLabelOf(view.state)],
    subscription: subscriptionOf(view, context),
    dueDate: dueDateOf(view, context),
    notice: notice ? t.notices[notice] : null,
    refusal: refusalOf(view, t),
    description: view.description && cleanText(view.description),
    text: textOf(view, context, store.name),
    // An agreement that was asked for in vain is given by nobody who pays.
    authorizes:
      view.renewal?.asksForDebits && view.pix?.authorizes ? authorizesText(view.renewal, context, store.name) : null,
    pix: presentPix(view, { ...context, base, amount }),
    boleto: view.boleto && {
      line: view.boleto.digitableLine,
      // A sample has no barcode that a bank would know.
      picture: context.base === undefined ? `${base}/boleto.svg?v=${view.boleto.barcode.slice(-8)}` : null,
      ...BARCODE_SIZE,
      isDrawnElsewhere: view.boleto.isDrawnElsewhere,
      printedLine: formatDigitableLine(view.boleto.digitableLine),
      overdueNotice: overdueNoticeOf(view, view.boleto.dueDate, { ...context, amount }),
    },
    card: {
      ...presentCard(view, context),
      consent: consentOf(view, context, store.name),
      save: view.card.asksToSave ? { label: t.card.save(store.name), hint: t.card.saveHint(store.name) } : null,
    },
    summary: presentSummary(view, context),
    /** Where the receipt is, once there is one. */
    receipt: view.state === 'paid' || view.state === 'refunded' ? `${base}/receipt.pdf` : null,
    /** Where the payer goes on, on a page that is the last one. */
    onward:
      PARTS[view.state] === 'ended' && view.returnUrl ? { href: view.returnUrl, label: t.goOn(store.name) } : null,
    play: view.plays && presentPlay(view, view.plays, t),
  };
}

/** The buttons of the sandbox, and its test cards where a card is asked for. */
function presentPlay({ state, now }: CheckoutView, plays: PlayedOutcome[], t: Messages) {
  const expiry = `12/${String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')}`;
  const cards = state === 'card_form' ? (Object.keys(TEST_CARDS) as TestCard[]) : [];
  return {
    outcomes: plays.map((outcome) => ({ outcome, label: t.sandbox.outcomes[outcome] })),
    cards: cards.map((card) => ({
      number: TEST_CARDS[card].replace(/(.{4})(?=.)/g, '$1 '),
      label: t.sandbox.testCards[card],
      fill: JSON.stringify({ number: TEST_CARDS[card], holder: 'TESTE', expiry, cvc: '123' }),
    })),
  };
}

/** The methods to choose from. The page of the present charge and a card's form are there already. */
function presentMethods({ methods, method: shown, chargedBy }: CheckoutView, t: Messages, base: string) {
  return methods.map((method) => {
    const isThere = method === chargedBy || METHODS[method].takesCardToken;
    const address = method === chargedBy ? base : `${base}?method=${method}`;
    return { method, label: t.methods[method], isShown: method === shown, href: isThere ? address : null };
  });
}

/** The template of a state; which one shows a code depends on what there is to pay. */
const PARTS = {
  preparing: 'waiting',
  awaiting_payment: 'code',
  overdue: 'code',
  debited: 'debited',
  lapsed: 'refused',
  card_form: 'card-form',
  processing: 'waiting',
  second_step: 'second-step',
  refused: 'refused',
  paid: 'ended',
  refunded: 'ended',
  expired: 'ended',
  canceled: 'ended',
  suspended: 'ended',
} as const satisfies Record<CheckoutState, string>;

function partOfCode({ pix, boleto }: CheckoutView): 'pix' | 'boleto' | 'waiting' {
  // A boleto may have a code for the same debt beside it.
  if (boleto) return 'boleto';
  return pix ? 'pix' : 'waiting';
}

/** The code by which a payer pays an invoice that falls due. */
function codeOf(method: PaymentMethod): 'pix' | 'boleto' {
  return method === 'pix' ? 'pix' : 'boleto';
}

/** For a fresh boleto of an overdue invoice: the day until which that boleto can be paid. */
function dueDateOf({ state, status, dueDate, boleto }: CheckoutView, { t, formats }: Context): string | null {
  if (state !== 'awaiting_payment') return null;
  const date = (status === 'overdue' ? boleto?.dueDate : null) ?? dueDate;
  return date && t.dueOn(formats.date(date));
}

export function presentStore({ store }: Pick<CheckoutView, 'store'>, base: string) {
  const logo = store.logoVersion && `${base}/logo?v=${encodeURIComponent(store.logoVersion)}`;
  return { name: cleanText(store.name), brandColor: store.brandColor, logo };
}

function titleOf({ state, method, refusalReason, status, overpaidCents }: CheckoutView, t: Messages): string {
  switch (state) {
    case 'paid':
      return overpaidCents > 0 ? t.paid.overpaidTitle : t.paid.title;
    case 'awaiting_payment':
      return t[method].title;
    case 'overdue':
      return t.overdue[codeOf(method)].title;
    case 'card_form':
      return refusalReason ? t.refused.cardTitle : t.card.title;
    case 'second_step':
      return t.secondStep.title;
    case 'lapsed':
      return t.lapsed[codeOf(method)].title;
    case 'refunded':
      return status === 'partially_refunded' ? t.refunded.partTitle : t.refunded.title;
    default:
      return t[state].title;
  }
}

/**
 * The amount that a payer pays today; on the page of a paid invoice the money that came; on other last pages the total.
 */
function amountOf({ state, amountDueCents, amountPaidCents, totalCents }: CheckoutView): number {
  if (state === 'paid' || state === 'refunded') return amountPaidCents;
  return PARTS[state] === 'ended' ? totalCents : amountDueCents;
}

function amountLabelOf(state: CheckoutState): keyof Messages['amountLabels'] {
  switch (state) {
    case 'paid':
    case 'refunded':
      return 'paid';
    case 'processing':
    case 'second_step':
    case 'debited':
    case 'expired':
    case 'canceled':
    case 'suspended':
      return 'charged';
    default:
      return 'due';
  }
}

/** A reason that no language knows is told in general words: a gateway's own are not for payers. */
function refusalOf({ refusalReason, state }: CheckoutView, t: Messages): string | null {
  const tells: CheckoutState[] = ['awaiting_payment', 'overdue', 'card_form', 'refused'];
  if (!refusalReason || !tells.includes(state)) return null;
  return Object.hasOwn(t.refusals, refusalReason)
    ? t.refusals[refusalReason as keyof Messages['refusals']]
    : t.refusals.other;
}

/** The sentence below the heading. */
function textOf(view: CheckoutView, { t, formats }: Context, storeName: string): string {
  switch (view.state) {
    case 'preparing':
    case 'expired':
      return t[view.state].text[view.method];
    case 'refused':
      return t.refused.text[view.method];
    case 'processing':
      return t.processing.text;
    case 'second_step':
      return t.secondStep.text;
    case 'card_form':
      return view.refusalReason ? t.refused.cardAgain : '';
    case 'paid':
      return view.overpaidCents > 0
        ? t.paid.overpaidText(storeName, formats.money(view.overpaidCents))
        : t.paid.text(storeName);
    case 'refunded':
      return t.refunded.text(formats.money(view.amountRefundedCents));
    case 'lapsed':
      return t.lapsed[codeOf(view.method)].text;
    case 'canceled':
    case 'suspended':
      return t[view.state].text;
    case 'debited':
      return t.debited.text(formats.date(view.debitedOn!));
    case 'awaiting_payment':
    case 'overdue':
      return '';
  }
}

/** The day on which it was due, and the amount that its bank asks for today. */
function overdueNoticeOf(
  { state, method }: CheckoutView,
  dueDate: string,
  { t, formats, amount }: Context & { amount: string },
): string | null {
  if (state !== 'overdue') return null;
  return t.overdue[codeOf(method)].notice(formats.date(dueDate), amount);
}

function presentPix(view: CheckoutView, context: Context & { base: string; amount: string }) {
  const { pix, timeZone, now } = view;
  const { t, formats, base } = context;
  if (!pix) return null;
  const millisecondsLeft = pix.expiresAt.getTime() - now.getTime();
  // The picture's address changes with the code: browsers keep pictures for a while.
  const digest = createHash('sha256').update(pix.qrCode).digest('hex').slice(0, 12);
  return {
    code: pix.qrCode,
    picture: `${base}/pix.svg?v=${digest}`,
    validUntil: t.pix.validUntil(formats.moment(pix.expiresAt, timeZone)),
    overdueNotice: pix.dueDate && overdueNoticeOf(view, pix.dueDate, context),
    // Weeks are not counted down.
    isTimed: pix.dueDate === null,
    secondsLeft: Math.max(0, Math.floor(millisecondsLeft / 1_000)),
    timeLeft: writeTimeLeft(millisecondsLeft),
  };
}

/** The text that the payer is charged again and again. */
function subscriptionOf({ renewal }: CheckoutView, { t, formats }: Context): string | null {
  if (!renewal) return null;
  return t.subscription.line(formats.money(renewal.amountCents), rhythmOf(renewal, t));
}

/** The text to which a payer agrees with a card that is kept: laws and card schemes want it said before. */
function consentOf({ renewal }: CheckoutView, { t, formats }: Context, store: string): string | null {
  if (!renewal?.keepsCard) return null;
  const { amountCents, hasEnd } = renewal;
  return t.subscription.consent({ store, amount: formats.money(amountCents), rhythm: rhythmOf(renewal, t), hasEnd });
}

/** The text to which a payer agrees by a code that authorises debits too. */
export function authorizesText(
  { amountCents, hasEnd, ...rhythm }: Renewal,
  { t, formats }: Pick<Context, 't' | 'formats'>,
  store: string,
): string {
  const amount = formats.money(amountCents);
  return t.subscription.authorizes({ store, amount, rhythm: rhythmOf(rhythm, t), hasEnd });
}

type Renewal = Pick<NonNullable<CheckoutView['renewal']>, 'amountCents' | 'interval' | 'intervalCount' | 'hasEnd'>;

export function rhythmOf(
  { interval, intervalCount }: Pick<Renewal, 'interval' | 'intervalCount'>,
  t: Messages,
): string {
  return t.subscription.rhythm[interval](intervalCount);
}

function originsOf({ card: { entry } }: CheckoutView): string | null {
  if (!entry) return null;
  const { scripts, frames, connections } = entry.origins;
  return [...new Set([...scripts, ...frames, ...connections])].join(' ') || null;
}

/** A store sees four digits of a card, and its payer knows it by them. */
function presentCard({ card, amountDueCents, paidAt, timeZone, state }: CheckoutView, context: Context) {
  const { t, formats } = context;
  const plans = installmentPlans(amountDueCents, { most: card.maxInstallments, terms: card.installmentInterest });
  const brand = card.brand && (CARD_BRANDS[card.brand] ?? card.brand);
  const name = card.last4 && `${brand ?? ''} •••• ${card.last4}`.trim();
  return {
    name: name && t.processing.withCard(name),
    nextActionUrl: card.nextActionUrl,
    paidAt: paidAt && state === 'paid' ? t.paid.paidAt(formats.moment(paidAt, timeZone)) : null,
    installments: plans.map(({ count, paymentCents, totalCents, monthlyPpm, annualPpm }) => {
      const share = formats.money(paymentCents);
      return {
        count,
        /** The amount that a submission of so many parts agrees to. */
        amount: fromCents(totalCents),
        label: t.card.installment(count, share, { isFree: monthlyPpm === 0 }),
        pay: count === 1 ? t.card.pay(share) : t.card.payIn(count, share),
        /** The total and the rates, which the law wants said before. */
        terms:
          monthlyPpm === 0
            ? ''
            : t.card.installmentTerms(
                formats.money(totalCents),
                formats.percent(monthlyPpm),
                formats.percent(annualPpm),
              ),
      };
    }),
    pay: t.card.pay(formats.money(amountDueCents)),
    script: assetUrl('card-form.js'),
    entry: card.entry && {
      tokeniser: card.entry.tokeniser,
      options: JSON.stringify(card.entry.options),
      hasOwnFields: card.entry.hasOwnFields,
      brands: card.entry.brands.map((one) => CARD_BRANDS[one] ?? one),
    },
    statementText: card.statementText ?? null,
    problems: JSON.stringify({ ...t.card.problems, sending: t.card.sending }),
  };
}
