import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompanyLogo } from '../accounts/companies/company-logo.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { mayReturnTo } from '../accounts/companies/return-addresses.ts';
import { reader } from '../base/db/transaction.ts';
import { amountDueCents, missingCents, overpaidCents, quoteOf } from '../invoices/amount-due.ts';
import { endOfDay, storeToday } from '../invoices/due-dates.ts';
import { InvoiceItem } from '../invoices/invoice-item.entity.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { MAX_ATTEMPTS } from '../invoices/new-attempt.ts';
import { METHODS, methodsOf, type PaymentMethod } from '../banking/payment-method.ts';
import { multiply } from '../base/money/money.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { findCollectingAccount } from '../gateways/read-account.ts';
import type { ChargeArtefacts } from '../gateways/payment-gateway.ts';
import { asksFixedAmount } from '../payments/fixed-amount.ts';
import { canBeRevived } from '../payments/can-be-revived.ts';
import { findCompanion, findLiveAttempt, findOwnAttempt } from '../invoices/live-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { tokeniserUrl } from './asset-files.ts';
import { CAN_PAY, checkoutState } from './checkout-state.ts';
import type { CardEntryView, CheckoutState, CheckoutView } from './checkout-view.ts';
import { receiverOf } from './receiver.ts';
import { readRenewal } from './read-renewal.ts';

export interface ReadCheckoutDeps {
  em: EntityManager;
  clock: Clock;
  gateways: Pick<GatewayRegistry, 'forStore'>;
}

/**
 * Reads the data of the page behind a checkout hash, or null for a hash that nobody was given: five queries, one more
 * for a subscription's, one more for a card, and one more in the sandbox.
 *
 * @param asked the method whose page the payer looks at. A card's form stands beside a code that can be paid, until a
 *   card is submitted; a code or boleto is made before it has a page.
 */
export async function readCheckout(
  { em, clock, gateways }: ReadCheckoutDeps,
  hash: string,
  asked: PaymentMethod | null = null,
): Promise<CheckoutView | null> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash });
  if (!invoice) return null;
  const company = await tx.findOneOrFail(Company, invoice.companyId);
  const items = await tx.find(InvoiceItem, { invoiceId: invoice.id }, { orderBy: { position: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, { invoiceId: invoice.id }, { orderBy: { number: 'asc' } });
  const logo = await tx.findOne(CompanyLogo, { companyId: company.id }, { fields: ['updatedAt'] });
  const renewal = await readRenewal(tx, invoice);
  const now = await clock.now(invoice);
  const today = storeToday(now, company);
  const state = checkoutState(invoice, attempts, company, now);
  const shown = payables(invoice, attempts, state);
  const asksCard = METHODS[invoice.paymentMethod].takesCardToken && TELLS_STATEMENT.includes(state);
  const { entry, statementText } = asksCard
    ? await readCardEntry(gateways, tx, invoice, state === 'card_form' ? null : (attempts.at(-1)?.gateway ?? null))
    : { entry: null, statementText: null };
  const view: Omit<CheckoutView, 'version' | 'now'> = {
    hash,
    store: {
      name: company.name,
      brandColor: company.brandColor,
      logoVersion: logo && String(logo.updatedAt.getTime()),
    },
    receiver: receiverOf(company),
    isSandbox: invoice.environment === 'sandbox',
    plays: invoice.environment === 'sandbox' ? await playsOf(tx, invoice, state) : null,
    status: invoice.status,
    state,
    method: invoice.paymentMethod,
    methods: choiceOf(invoice, attempts, state),
    chargedBy: invoice.paymentMethod,
    description: invoice.description,
    items: items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity,
      unitPriceCents,
      amountCents: multiply(unitPriceCents, quantity),
    })),
    ...amountsOf(invoice, { charge: chargeUnderWay(state, attempts), company, today }),
    couponCode: invoice.couponCode,
    dueDate: invoice.dueDate,
    paidAt: invoice.paidAt,
    ...renewal,
    pix: shown.pix,
    debitedOn: state === 'debited' ? attempts.findLast((one) => one.state === 'pending')!.settlesOn : null,
    boleto: shown.boleto,
    card: { ...shown.card, entry: state === 'card_form' ? entry : null, statementText },
    refusalReason: lastRefusal(attempts),
    // The store may have taken an origin back since.
    returnUrl: invoice.returnUrl !== null && mayReturnTo(company, invoice.returnUrl) ? invoice.returnUrl : null,
    timeZone: company.timeZone,
    dayEndsAt: CAN_PAY.includes(state) ? endOfDay(today, company.timeZone) : null,
  };
  const version = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16);
  const beside = asked !== null && asked !== view.method && view.methods.includes(asked);
  if (!beside || !METHODS[asked].takesCardToken) return { ...view, now, version };
  const cards = attempts.filter(({ method }) => method === asked);
  return {
    ...view,
    ...{ now, version, method: asked, state: 'card_form', pix: null, boleto: null, debitedOn: null },
    ...amountsOf(invoice, { charge: null, company, today }),
    // The outcomes are those of the charge beside it.
    plays: view.plays && [],
    card: {
      ...presentCard(invoice, null, false),
      ...(await readCardEntry(gateways, tx, { ...invoice, paymentMethod: asked })),
    },
    refusalReason: lastRefusal(cards),
  };
}

/** The methods among which a payer can choose: while a card is charged, or a bank debits, there is no choice. */
function choiceOf(invoice: Invoice, attempts: PaymentAttempt[], state: CheckoutState): PaymentMethod[] {
  const methods = methodsOf(invoice);
  const canChoose = CAN_PAY.includes(state) && attempts.length < MAX_ATTEMPTS;
  return methods.length > 1 && canChoose ? [...methods] : [];
}

/** The outcomes that the sandbox can play in a state; null where the store's own gateway decides. */
async function playsOf(tx: EntityManager, invoice: Invoice, state: CheckoutState): Promise<CheckoutView['plays']> {
  if (await findCollectingAccount(tx, invoice, invoice.paymentMethod)) return null;
  if (state === 'paid') return invoice.amountDisputedCents > 0 ? null : ['disputed'];
  return CAN_BE_PLAYED.includes(state) ? ['confirmed', 'refused'] : null;
}

const CAN_BE_PLAYED: readonly CheckoutState[] = [
  'awaiting_payment',
  'overdue',
  'card_form',
  'processing',
  'second_step',
];

/** States of an invoice by card in which its page tells of the card's statement. */
const TELLS_STATEMENT: readonly CheckoutState[] = ['card_form', 'paid'];

interface CardPart {
  entry: CardEntryView | null;
  statementText: string | null;
}

/** The way in which a store's gateway takes a card, and the text on its statement. */
async function readCardEntry(
  gateways: ReadCheckoutDeps['gateways'],
  tx: EntityManager,
  invoice: Pick<Invoice, 'companyId' | 'environment' | 'paymentMethod'>,
  chargedAt: string | null = null,
): Promise<CardPart> {
  const gateway = await gateways.forStore(tx, invoice, invoice.paymentMethod);
  if (!gateway?.cardEntry) return { entry: null, statementText: null };
  const { tokeniser, ...entry } = gateway.cardEntry;
  // The store may have another gateway by now than the one that charged the card.
  const isOther = chargedAt !== null && chargedAt !== gateway.name;
  return {
    entry: { ...entry, tokeniser: tokeniserUrl(tokeniser) },
    statementText: isOther ? null : gateway.statementText,
  };
}

/** States in which a charge asks the payer for an amount; in the others its page asks for what the day asks for. */
const CHARGING: readonly CheckoutState[] = [
  ...(['preparing', 'awaiting_payment', 'overdue', 'debited', 'processing', 'second_step'] as const),
];

function chargeUnderWay(state: CheckoutState, attempts: PaymentAttempt[]): PaymentAttempt | null {
  return CHARGING.includes(state) ? (findOwnAttempt(attempts, ({ state: its }) => its === 'pending') ?? null) : null;
}

/**
 * The page shows the amount that will be paid: for a charge with a fixed amount the amounts of the day of its making,
 * for a settled invoice the settled amounts, and otherwise those of today.
 */
function amountsOf(
  invoice: Invoice,
  { charge, company, today }: { charge: PaymentAttempt | null; company: Company; today: string },
) {
  const fixed = charge && asksFixedAmount(charge) ? charge : null;
  const day = fixed ? storeToday(fixed.createdAt, company) : today;
  const { subtotalCents, discountCents, fineCents, interestCents, ...sums } = invoice.paidAt
    ? invoice
    : quoteOf(invoice, day);
  // A card that is charged in parts asks for their interest too, which the invoice owes once it is paid.
  const askedInterestCents = fixed?.installmentInterestCents ?? 0;
  return {
    ...{ subtotalCents, discountCents, fineCents, interestCents },
    installmentInterestCents: sums.installmentInterestCents + askedInterestCents,
    totalCents: sums.totalCents + askedInterestCents,
    amountPaidCents: invoice.amountPaidCents,
    amountRefundedCents: invoice.amountRefundedCents,
    amountCreditedCents: invoice.amountCreditedCents,
    amountDueCents: fixed ? fixed.amountCents : askedCents(invoice, company, day),
    overpaidCents: overpaidCents(invoice),
  };
}

/** Nobody is asked for an abandoned invoice, unless its payer may begin it anew. */
function askedCents(invoice: Invoice, company: Company, day: string): number {
  return canBeRevived(invoice, company) ? missingCents(invoice, day) : amountDueCents(invoice, day);
}

/** The charges that the payer can pay now; a charge that was given up or has ended is not shown. */
function payables(invoice: Invoice, attempts: PaymentAttempt[], state: CheckoutState) {
  const live = findLiveAttempt(invoice, attempts);
  const artefacts = live?.artefacts;
  const waits = invoice.status === 'pending' || invoice.status === 'overdue';
  const isPayable = live?.state === 'pending' && waits && state !== 'suspended' && state !== 'lapsed';
  const companion = artefacts?.method === 'boleto' ? findCompanion(attempts)?.artefacts : null;
  return {
    pix: isPayable ? presentPix(companion ?? artefacts ?? null) : null,
    boleto: isPayable && artefacts?.method === 'boleto' ? presentBoleto(artefacts) : null,
    card: presentCard(invoice, artefacts ?? null, isPayable),
  };
}

function presentPix(artefacts: ChargeArtefacts | null): CheckoutView['pix'] {
  if (artefacts?.method !== 'pix') return null;
  const { qrCode, expiresAt, dueDate = null, authorizes = false } = artefacts;
  return { qrCode, expiresAt: new Date(expiresAt), dueDate, authorizes };
}

function presentBoleto(artefacts: ChargeArtefacts & { method: 'boleto' }): CheckoutView['boleto'] {
  const { digitableLine, barcode, dueDate, pdfUrl } = artefacts;
  return { digitableLine, barcode, dueDate, isDrawnElsewhere: pdfUrl !== undefined };
}

function presentCard(invoice: Invoice, artefacts: ChargeArtefacts | null, isPayable: boolean) {
  const card = artefacts?.method === 'card' ? artefacts : null;
  return {
    maxInstallments: invoice.installments,
    installmentInterest: invoice.installmentInterest,
    // A subscription keeps its card in any case, and says so.
    asksToSave: invoice.offersCardSaving && invoice.subscriptionId === null,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    nextActionUrl: (isPayable && card?.nextActionUrl) || null,
  };
}

function lastRefusal(attempts: PaymentAttempt[]): string | null {
  // After a refusal of a Pix charge or a boleto, a fresh attempt follows by itself; the payer is told of the last
  // attempt that was decided.
  const decided = findOwnAttempt(attempts, ({ state }) => state === 'refused' || state === 'paid');
  return decided?.refusalReason ?? null;
}
