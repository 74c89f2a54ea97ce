import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import { addDays, nextBusinessDay } from '../base/calendar/business-day.ts';
import { daysBetween } from '../base/calendar/calendar-date.ts';
import { beneficiaryOf } from '../accounts/companies/beneficiary.ts';
import { payersOrigin } from '../accounts/companies/checkout-domain.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { readRow } from '../base/db/entity-rows.ts';
import { runAlone } from '../base/db/prepared-statements.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { quoteOf } from '../invoices/amount-due.ts';
import { dueInstants, orEndOfDueDate, storeToday } from '../invoices/due-dates.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { Debit } from '../gateways/mandate.ts';
import {
  GatewayAccountError,
  KeyUsedUpError,
  type CardUse,
  type ChargeArtefacts,
  type ChargeReference,
  type ChargeRequest,
  type ChargeResult,
  type Merchant,
  type PaymentGateway,
} from '../gateways/payment-gateway.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { tellOfWork } from '../base/outbox/work-left.ts';
import { addCompanion } from './add-companion.ts';
import { receiveMoney } from './receive-money.ts';
import { cardTokenContext } from '../invoices/card-to-charge.ts';
import { payerOf } from '../invoices/check-chargeable.ts';
import { checkoutUrlOf } from '../invoices/checkout-url.ts';
import { presentArtefacts } from '../invoices/present-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { refuseAttempt } from './refuse-attempt.ts';
import { READ_CHARGE } from './register-charge.sql.ts';

/** A gateway knows for so long, and longer, under which key it was asked. */
const KEY_TRUST_MS = 3_600_000;
/** Clocks differ by less. */
const CLOCKS_DIFFER_MS = 24 * 3_600_000;

export interface RegisterChargeDeps {
  em: EntityManager;
  gateways: GatewayRegistry;
  secrets: SecretBox;
  /** Where payers reach their pages. */
  publicUrl: string;
}

/**
 * Registers an attempt's charge at its gateway and records the answer. The gateway is called outside any transaction;
 * its idempotency key is the attempt's id, so a call that is repeated after a crash makes no second charge.
 *
 * @param at the moment of the registration, in the store's time: a Pix code's expiry counts from it
 * @param isRetry an earlier call may have reached the gateway: ask before registering again
 * @returns what the gateway answered; null where there was nothing to ask
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function registerCharge(
  deps: RegisterChargeDeps,
  { attemptId, at, isRetry }: { attemptId: number; at: Date; isRetry: boolean },
): Promise<ChargeResult | null> {
  const { em, gateways } = deps;
  const charge = await readCharge(em, attemptId);
  const { attempt, invoice } = charge;
  if (attempt.registeredAt) return null;

  const gateway = await gateways.open(em, attempt.gateway, attempt);
  // An earlier call may have reached the gateway although its answer did not reach us: ask before charging again. And
  // an attempt that was given up meanwhile is charged no more, but what the gateway has of it must be known to be
  // canceled.
  const givenUp = attempt.state !== 'pending';
  // An earlier run of the workflow may have asked, and gateways forget their keys after a day.
  const isOld = at.getTime() - attempt.createdAt.getTime() > KEY_TRUST_MS;
  // So may a first try whose worker died: where an account or another key is noted, the gateway was asked.
  const wasAsked = attempt.gatewayAccountId !== null || attempt.keyNumber > 0;
  const mayExist = isRetry || isOld || givenUp || wasAsked;
  const known = mayExist
    ? await gateway.queryCharge({ ...chargeReference(attempt, charge), merchant: merchantOf(charge) })
    : null;
  if (!known && givenUp) {
    // There is nothing to cancel, and nobody asks for it any more.
    await em.fork().nativeUpdate(PaymentAttempt, { id: attemptId }, { gatewayCanceledAt: at });
    return null;
  }
  const result = known ?? (await register(deps, gateway, { ...charge, at }));
  const { accountId } = gateway;
  await recordResult(deps, { invoiceId: invoice.id, attemptId, at, result, accountId });
  return result;
}

/** An attempt and all that its charge is made of, as it is now. */
interface Charge {
  attempt: Readonly<PaymentAttempt>;
  invoice: Readonly<Invoice>;
  company: Readonly<Company>;
  customer: Readonly<Customer>;
  /** The gateway's id of the mandate by which it is debited. */
  gatewayMandateId: string | null;
  /** Whether its code is to authorise debits too: a bank takes none with a due date for that. */
  authorizes: boolean;
}

async function readCharge(em: EntityManager, attemptId: number): Promise<Charge> {
  const [row] = await runAlone<ChargeRow>(em, READ_CHARGE, [attemptId]);
  if (!row) throw new Error(`There is no attempt ${attemptId}.`);
  return {
    attempt: readRow(em, PaymentAttempt, row.attempt),
    invoice: readRow(em, Invoice, row.invoice),
    company: readRow(em, Company, row.company),
    customer: readRow(em, Customer, row.customer),
    gatewayMandateId: row.gateway_mandate_id,
    authorizes: row.authorizes,
  };
}

type ChargeRow = Record<'attempt' | 'invoice' | 'company' | 'customer', Record<string, unknown>> & {
  gateway_mandate_id: string | null;
  authorizes: boolean;
};

async function register(
  deps: RegisterChargeDeps,
  gateway: PaymentGateway,
  about: Charge & { at: Date },
): Promise<ChargeResult> {
  const { em } = deps;
  const { id, keyNumber, gatewayAccountId } = about.attempt;
  const { accountId } = gateway;
  const change = (where: Partial<PaymentAttempt>, values: Partial<PaymentAttempt>) =>
    em.fork().nativeUpdate(PaymentAttempt, { id, ...where }, values);
  // If the answer is lost, only the account that was asked can tell what became of it.
  const isFirst = gatewayAccountId === null && accountId !== null;
  if (isFirst) await change({ gatewayAccountId }, { gatewayAccountId: accountId });
  try {
    return await gateway.registerCharge(chargeRequest(deps, about));
  } catch (error) {
    // An account that has refused to make it leaves it to the next one.
    if (isFirst && error instanceof GatewayAccountError) {
      await change({ gatewayAccountId: accountId, registeredAt: null }, { gatewayAccountId });
    }
    // The retry asks for the charge first, and has a key of its own.
    if (error instanceof KeyUsedUpError) await change({ keyNumber }, { keyNumber: keyNumber + 1 });
    throw error;
  }
}

/** The keys by which a gateway finds the charge of an attempt. */
export function chargeReference(
  attempt: Pick<
    PaymentAttempt,
    'id' | 'gatewayChargeId' | 'environment' | 'createdAt' | 'settlesOn' | 'retriesAttemptId'
  >,
  {
    invoice: { customerId },
    gatewayMandateId,
  }: { invoice: Pick<Invoice, 'customerId'> } & Pick<Charge, 'gatewayMandateId'>,
): ChargeReference {
  const { id: attemptId, gatewayChargeId: chargeId } = attempt;
  return {
    ...{ attemptId, chargeId, customerId, madeAfter: madeAfter(attempt) },
    debit: debitOf(attempt, gatewayMandateId),
  };
}

function debitOf(
  { settlesOn, retriesAttemptId }: Pick<PaymentAttempt, 'settlesOn' | 'retriesAttemptId'>,
  gatewayMandateId: string | null,
): Debit | null {
  return settlesOn === null || gatewayMandateId === null ? null : { gatewayMandateId, settlesOn, retriesAttemptId };
}

/** The time of a sandbox may be another than its gateway's. */
function madeAfter({ environment, createdAt }: Pick<PaymentAttempt, 'environment' | 'createdAt'>): Date | undefined {
  if (environment === 'sandbox') return undefined;
  return new Date(Math.min(createdAt.getTime(), Date.now()) - CLOCKS_DIFFER_MS);
}

function chargeRequest(
  { secrets, publicUrl }: RegisterChargeDeps,
  { attempt, invoice, company, customer, gatewayMandateId, authorizes, at }: Charge & { at: Date },
): ChargeRequest {
  const { subtotalCents, discount, fine, interest } = invoice;
  return {
    attemptId: attempt.id,
    keyNumber: attempt.keyNumber,
    invoiceId: invoice.id,
    environment: attempt.environment,
    madeAfter: madeAfter(attempt),
    requestedAt: at.toISOString(),
    method: attempt.method,
    amountCents: attempt.amountCents,
    terms: { subtotalCents, discount, fine, interest },
    description: invoice.description ?? `${company.name} · ${invoice.id}`,
    payer: payerOf(customer),
    merchant: merchantOf({ company }),
    ...timesOf(attempt, { invoice, company, at }),
    ...(authorizes && { dueDate: null, late: null }),
    installments: attempt.installments,
    cardToken: attempt.cardToken && secrets.open(attempt.cardToken, cardTokenContext(attempt.invoiceId)),
    cardUse: cardUseOf(attempt, invoice),
    returnUrl: checkoutUrlOf(invoice, payersOrigin(company, publicUrl)),
    debit: debitOf(attempt, gatewayMandateId),
  };
}

function merchantOf({ company }: Pick<Charge, 'company'>): Merchant {
  const { name, city } = beneficiaryOf(company);
  return { name, city };
}

function cardUseOf({ isOffSession, savedCardId }: PaymentAttempt, { subscriptionId }: Invoice): CardUse {
  if (isOffSession) return 'on_file';
  return subscriptionId === null && savedCardId === null ? 'once' : 'kept';
}

type Times = Pick<ChargeRequest, 'expiresAt' | 'lifetimeSeconds' | 'dueDate' | 'late'>;

function timesOf(
  { method, amountCents }: PaymentAttempt,
  { invoice, company, at }: Pick<Charge, 'invoice' | 'company'> & { at: Date },
): Times {
  switch (method) {
    case 'pix':
      return { ...pixExpiry(invoice, company, at), ...pixTerm(amountCents, { invoice, company, at }) };
    case 'boleto':
      return { ...NO_TIMES, dueDate: boletoDueDate(invoice, company, at) };
    case 'card':
      return NO_TIMES;
  }
}

const NO_TIMES: Times = { expiresAt: null, lifetimeSeconds: null, dueDate: null, late: null };

/** No bank registers a boleto that is due in the past: one that is made so late can be paid for two days more. */
function boletoDueDate({ dueDate }: Invoice, company: Company, at: Date): string {
  const { payableUntil } = dueInstants(dueDate!, company);
  const today = storeToday(at, company);
  return payableUntil < today ? nextBusinessDay(addDays(today, 2)) : payableUntil;
}

/**
 * A bank registers terms before the due date has passed, and for the whole of what is due: a code that is made later,
 * or for the rest of what was paid in part, asks for a fixed amount.
 */
function pixTerm(
  amountCents: number,
  { invoice, company, at }: Pick<Charge, 'invoice' | 'company'> & { at: Date },
): Pick<Times, 'dueDate' | 'late'> {
  const { dueDate, overdueAt, expiresAt } = invoice;
  const isWhole = amountCents === quoteOf(invoice, storeToday(at, company)).totalCents;
  if (!dueDate || !overdueAt || !expiresAt || overdueAt <= at || !isWhole) return { dueDate: null, late: null };
  const { payableUntil } = dueInstants(dueDate, company);
  const days = daysBetween(payableUntil, storeToday(new Date(expiresAt.getTime() - 1), company));
  return { dueDate: payableUntil, late: { days, until: expiresAt.toISOString() } };
}

/** A code that is made days before its invoice is due can be paid until that day is over, and no longer. */
function pixExpiry(invoice: Invoice, company: Company, at: Date): Pick<Times, 'expiresAt' | 'lifetimeSeconds'> {
  const lifetimeSeconds = invoice.pixExpirySeconds ?? company.pixExpirySeconds;
  const expiry = new Date(at.getTime() + lifetimeSeconds * 1000);
  const { overdueAt } = invoice;
  let expiresAt = expiry;
  if (!overdueAt) expiresAt = orEndOfDueDate(expiry, invoice, company);
  else if (overdueAt > at) expiresAt = overdueAt;
  const isAgreed = expiresAt.getTime() !== expiry.getTime();
  return { expiresAt: expiresAt.toISOString(), lifetimeSeconds: isAgreed ? null : lifetimeSeconds };
}

async function recordResult(
  { em, publicUrl }: RegisterChargeDeps,
  {
    invoiceId,
    attemptId,
    at,
    result,
    accountId,
  }: { invoiceId: number; attemptId: number; at: Date; result: ChargeResult; accountId: string | null },
): Promise<void> {
  await changeInvoice(em, { invoiceId, at, dispatch: 'caller' }, async (change) => {
    const { tx, invoice, company, customer, attempts, apply, emit, touch } = change;
    const attempt = attempts.find(({ id }) => id === attemptId)!;
    if (attempt.registeredAt) return;
    // The decision about a card may wait for this statement; a code or a boleto is decided by its payer, later.
    if (METHODS[attempt.method].takesCardToken) await tellOfWork(tx, 'callbacks');
    attempt.registeredAt = at;
    attempt.updatedAt = at;
    attempt.gatewayChargeId = result.chargeId;
    attempt.gatewayAccountId = accountId;
    attempt.cardToken = null;
    touch();
    // Should this answer be lost with its task, the charge is canceled all the same.
    if (attempt.state !== 'pending') tx.create(OutboxEntry, { subjectType: 'invoice', subjectId: invoiceId });

    if (result.status === 'refused') {
      refuseAttempt(change, attempt, result.reason, { isFinal: result.isFinal ?? false });
      return;
    }
    // The payer may have been erased while the gateway was answering.
    attempt.artefacts = customer.erasedAt ? withoutPayer(result.artefacts) : result.artefacts;
    if (attempt.isCompanion) {
      // The boleto beside it says how the invoice stands.
      if (attempt.state === 'pending') emit('invoice.updated', { changed: ['payments'] });
      if (result.paid) await receiveMoney(change, attempt, result.paid);
      return;
    }
    // The store may have canceled, or the money may have arrived, while the gateway was answering.
    if (attempt.state === 'pending' && apply('charge_registered')) {
      if (result.artefacts?.method === 'pix') invoice.pixExpiresAt = new Date(result.artefacts.expiresAt);
      const artefacts = presentArtefacts(invoice, attempts, checkoutUrlOf(invoice, payersOrigin(company, publicUrl)));
      emit('invoice.payment_registered', { attempt_id: attempt.id, ...artefacts });
      await addCompanion(change);
    }
    if (result.paid) await receiveMoney(change, attempt, result.paid);
  });
}

/** The artefacts of a charge whose payer is erased: as the erasure itself leaves those that it finds. */
function withoutPayer(artefacts: ChargeArtefacts | null): ChargeArtefacts | null {
  if (artefacts?.method === 'card') {
    const left = { ...artefacts, last4: null };
    delete left.nextActionUrl;
    delete left.kept;
    return left;
  }
  if (artefacts?.method === 'boleto') {
    const left = { ...artefacts };
    delete left.pdfUrl;
    return left;
  }
  return artefacts;
}
