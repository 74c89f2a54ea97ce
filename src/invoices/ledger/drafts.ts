import type { Company } from '../../accounts/companies/company.entity.ts';
import type { Concession } from '../concession.entity.ts';
import type { Dispute } from '../dispute.entity.ts';
import { storeToday } from '../due-dates.ts';
import type { Invoice } from '../invoice.entity.ts';
import type { Payment } from '../payment.entity.ts';
import type { Payout } from '../payout.entity.ts';
import type { Refund } from '../refund.entity.ts';
import { transfer, type LedgerDraft } from './accounts.ts';

/*
 * Every movement of money, as the ledger has it: docs/decisions/0037-ledger.md. `today` is a day of the store,
 * `YYYY-MM-DD`.
 */

/** Money came: it settles a claim. */
export function paymentDraft(payment: Payment, company: Company): LedgerDraft {
  const { attemptId, gateway, amountCents, availableOn, paidAt } = payment;
  const countsOn = storeToday(paidAt, company);
  const balance = { ...balanceAt(gateway), countsOn: availableOn ?? countsOn };
  const debit = attemptId === null ? ({ account: 'external' } as const) : balance;
  return transfer('payment', payment, { amountCents, debit, credit: { account: 'receivable' }, countsOn });
}

/** The store takes back that money came past every gateway. */
export function reversalDraft(payment: Payment, today: string): LedgerDraft {
  const { amountCents } = payment;
  const [debit, credit] = [{ account: 'receivable' }, { account: 'external' }] as const;
  return transfer('payment_reversed', payment, { amountCents, debit, credit, countsOn: today });
}

/**
 * A gateway says its price of a payment, or another price than before.
 *
 * @param availableOn the day on which the money of the payment is available so far
 * @param paidOn the day of the payment, to which the price belongs
 */
export function feeDraft(
  payment: Payment,
  { feeBefore, availableOn, paidOn }: { feeBefore: number; availableOn: string; paidOn: string },
): LedgerDraft {
  const debit = { account: 'fees', countsOn: paidOn } as const;
  const amountCents = payment.feeCents! - feeBefore;
  return transfer('fee', payment, { amountCents, debit, credit: balanceAt(payment.gateway), countsOn: availableOn });
}

/** The money of a payment is available on another day than was known. */
export function movedDraft(payment: Payment, { from, to }: { from: string; to: string }): LedgerDraft {
  const balance = balanceAt(payment.gateway);
  const amountCents = from === to ? 0 : payment.amountCents - payment.feeCents!;
  const [debit, credit] = [
    { ...balance, countsOn: to },
    { ...balance, countsOn: from },
  ];
  return transfer('moved', payment, { amountCents, debit, credit, countsOn: to });
}

/** Money went back; `refund_reversed`: its bank sent it back after it had gone. */
export function refundDraft(
  kind: 'refund' | 'refund_reversed',
  refund: Refund,
  { payment: { gateway }, today }: { payment: Pick<Payment, 'gateway'>; today: string },
): LedgerDraft {
  const amountCents = kind === 'refund' ? refund.amountCents : -refund.amountCents;
  const debit = { account: 'refunds' } as const;
  return transfer(kind, refund, { amountCents, debit, credit: balanceAt(gateway), countsOn: today });
}

/** A dispute holds more money back than before, or less. */
export function disputeDraft(
  dispute: Dispute,
  { gateway, movedCents, today }: { gateway: string; movedCents: number; today: string },
): LedgerDraft {
  const debit = { account: 'disputes' } as const;
  return transfer('dispute', dispute, { amountCents: movedCents, debit, credit: balanceAt(gateway), countsOn: today });
}

/** A payer's money is more than is owed, or less of it is. A refund gives a surplus back before anything else. */
export function surplusDraft(
  invoice: Invoice,
  { movedCents, goesBack, today }: { movedCents: number; goesBack: boolean; today: string },
): LedgerDraft {
  const debit = { account: goesBack ? 'refunds' : 'receivable' } as const;
  return transfer('surplus', invoice, {
    amountCents: movedCents,
    debit,
    credit: { account: 'surplus' },
    countsOn: today,
  });
}

/** The store gives up a part of a claim, or all that is left of it. */
export function concessionDraft(concession: Concession, today: string): LedgerDraft {
  const { kind, amountCents } = concession;
  const debit = { account: kind === 'credit_note' ? 'credit_notes' : 'write_offs' } as const;
  return transfer(kind, concession, { amountCents, debit, credit: { account: 'receivable' }, countsOn: today });
}

/** Money came that nobody expected any more. */
export function recoveryDraft(
  invoice: Invoice,
  { amountCents, today }: { amountCents: number; today: string },
): LedgerDraft {
  const [debit, credit] = [{ account: 'receivable' }, { account: 'write_offs' }] as const;
  return transfer('write_off_recovered', invoice, { amountCents, debit, credit, countsOn: today });
}

/** A gateway sent money to the store's bank account; `payout_returned`: the bank sent it back. */
export function payoutDraft(kind: 'payout' | 'payout_returned', payout: Payout, today: string): LedgerDraft {
  const amountCents = kind === 'payout' ? payout.amountCents : -payout.amountCents;
  const debit = { account: 'bank' } as const;
  return transfer(kind, payout, { amountCents, debit, credit: balanceAt(payout.gateway), countsOn: today });
}

function balanceAt(gateway: string) {
  return { account: 'gateway_balance', gateway } as const;
}
