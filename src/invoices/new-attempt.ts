import type { Company } from '../accounts/companies/company.entity.ts';
import { installmentPlan } from '../banking/installments.ts';
import { METHODS } from '../banking/payment-method.ts';
import { amountDueCents } from '../invoices/amount-due.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';

/** A person who tries so many cards is no payer; and an invoice's workflow stays small. */
export const MAX_ATTEMPTS = 50;

interface NewAttempt {
  invoice: Invoice;
  company: Company;
  number: number;
  gateway: string;
  at: Date;
  installments?: number;
  /** A card on file is charged as was agreed, and nobody is there to confirm it. */
  isOffSession?: boolean;
  /** As `PaymentAttempt` has it. */
  savedCardId?: number | null;
  /** The payer's bank debits it. */
  debit?: PlannedDebit | null;
}

/** A debit that is to be asked for. */
export interface PlannedDebit {
  mandateId: number;
  /** `YYYY-MM-DD`, a business day. */
  settlesOn: string;
  /** The attempt whose debit failed; null for the first of its invoice. */
  retriesAttemptId: number | null;
}

/** The row of an attempt that the workflow is to register at the gateway, for the amount that is missing then. */
export function newAttempt({
  invoice,
  company,
  number,
  gateway,
  at,
  installments = METHODS[invoice.paymentMethod].allowsInstallments ? invoice.installments : 1,
  isOffSession = false,
  savedCardId = null,
  debit = null,
}: NewAttempt): Omit<PaymentAttempt, 'id'> {
  const dueCents = amountDueCents(invoice, storeToday(at, company));
  const plan = installmentPlan(dueCents, { count: installments, terms: invoice.installmentInterest });
  return {
    companyId: invoice.companyId,
    environment: invoice.environment,
    invoiceId: invoice.id,
    number,
    method: invoice.paymentMethod,
    state: 'pending',
    amountCents: plan.totalCents,
    installmentInterestCents: plan.interestCents,
    gateway,
    gatewayChargeId: null,
    gatewayAccountId: null,
    keyNumber: 0,
    registeredAt: null,
    gatewayCanceledAt: null,
    artefacts: null,
    installments,
    isOffSession,
    cardToken: null,
    savedCardId,
    refusalReason: null,
    isCompanion: false,
    mandateId: debit?.mandateId ?? null,
    settlesOn: debit?.settlesOn ?? null,
    retriesAttemptId: debit?.retriesAttemptId ?? null,
    createdAt: at,
    updatedAt: at,
  };
}
