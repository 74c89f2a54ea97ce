import { fromCents } from '../base/money/money.ts';
import type { InvoiceChange } from './change-invoice.ts';
import { Dispute } from './dispute.entity.ts';

const DAY_MS = 86_400_000;

/** A store hears so many days before the end of its time that it can still answer a dispute. */
const REMINDED_DAYS_BEFORE = [7, 3, 1];

/** The columns of a dispute that its next step follows from. */
type StepFacts = Pick<Dispute, 'status' | 'answerState' | 'answerUntil' | 'passedUntil' | 'createdAt'>;

/** A moment in the time to answer a dispute. Days are left until its end; none at its end. */
interface DisputeStep {
  at: Date;
  daysLeft: number;
}

/** Whether the store can answer a dispute at a moment of its time. */
export function isAnswerAwaited(dispute: Pick<Dispute, 'status' | 'answerState' | 'answerUntil'>, at: Date): boolean {
  return awaitsAnswer(dispute) && dispute.answerUntil !== null && dispute.answerUntil > at;
}

/** A refused answer can be given once more. */
function awaitsAnswer(dispute: Pick<Dispute, 'status' | 'answerState'>): boolean {
  return isUnanswered(dispute) && dispute.answerState !== 'lapsed';
}

/** Whether a bank waits for the store's answer, or has waited in vain, and has not decided. */
export function isUnanswered({ status, answerState }: Pick<Dispute, 'status' | 'answerState'>): boolean {
  return status === 'open' && answerState !== 'sending' && answerState !== 'sent';
}

/** The steps that lie ahead of a dispute, the next one first; none where the store has answered, or cannot. */
function stepsAhead({ status, answerState, answerUntil, passedUntil, createdAt }: StepFacts): DisputeStep[] {
  if (!awaitsAnswer({ status, answerState }) || answerUntil === null) return [];
  const after = passedUntil ?? createdAt;
  return [...REMINDED_DAYS_BEFORE, 0]
    .map((daysLeft) => ({ at: new Date(answerUntil.getTime() - daysLeft * DAY_MS), daysLeft }))
    .filter(({ at }) => at > after);
}

/** The next step of the disputes of an invoice, as the record of the invoice keeps it; null where none is to come. */
export function disputeDueAt(disputes: readonly StepFacts[]): Date | null {
  const moments = disputes.flatMap((dispute) => stepsAhead(dispute)[0]?.at.getTime() ?? []);
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/**
 * Passes the steps of an invoice's disputes whose moment has come: the store hears how long it can still answer, and
 * that its time is over. Where several steps have come, the last counts.
 *
 * @param at the moment that was waited for, in the store's time
 */
export async function passDisputeSteps({ tx, invoice, emit, touch }: InvoiceChange, at: Date): Promise<void> {
  const disputes = await tx.find(Dispute, { invoiceId: invoice.id }, { orderBy: { id: 'asc' } });
  for (const dispute of disputes) {
    const step = stepsAhead(dispute).findLast((one) => one.at <= at);
    if (!step) continue;
    dispute.passedUntil = step.at;
    dispute.updatedAt = at;
    dispute.alertDue = step.daysLeft;
    if (step.daysLeft === 0) dispute.answerState = 'lapsed';
    emit(step.daysLeft === 0 ? 'invoice.dispute_updated' : 'invoice.dispute_answer_due', {
      ...disputeDetails(dispute),
      ...(step.daysLeft > 0 && { days_left: step.daysLeft }),
    });
  }
  invoice.disputeDueAt = disputeDueAt(disputes);
  touch();
}

/** The part of an event that tells of a dispute. */
export function disputeDetails(dispute: Dispute): Record<string, unknown> {
  return {
    dispute_id: dispute.id,
    payment_id: dispute.paymentId,
    dispute_status: dispute.status,
    dispute_kind: dispute.kind,
    amount: fromCents(dispute.amountCents),
    reason: dispute.reason,
    answer: answerOf(dispute),
    answer_until: dispute.answerUntil,
  };
}

/** How the store's answer stands, as the API says it; null where the bank has not asked for one, or asks no more. */
export function answerOf({ status, answerState, answerUntil }: Dispute): Dispute['answerState'] | null {
  if (answerState === 'sent') return 'sent';
  return status === 'open' && answerUntil !== null ? answerState : null;
}
