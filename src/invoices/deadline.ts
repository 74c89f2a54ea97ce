import type { PaymentMethod } from '../banking/payment-method.ts';
import { OWED_STATUSES, type InvoiceStatus, type InvoiceTrigger } from './state-machine.ts';

/** The moment an invoice waits for, and what happens if nothing else does before. */
export interface Deadline {
  kind: DeadlineKind;
  /** ISO 8601, UTC. */
  at: string;
  /** The step of a reminder. */
  step?: string;
}

/** The deadlines at which the status changes. */
export type StatusDeadlineKind = Extract<
  InvoiceTrigger,
  'pix_expired' | 'abandonment_elapsed' | 'due_date_passed' | 'boleto_expired'
>;
/**
 * `reminder_due`: the payer is reminded. `dispute_due`: the store hears how long it can answer a dispute, or that its
 * time is over. The status stays.
 */
export type DeadlineKind = StatusDeadlineKind | 'reminder_due' | 'dispute_due';

/** The columns of an invoice that the next change of its status follows from. */
interface StatusFacts {
  status: InvoiceStatus;
  paymentMethod: PaymentMethod;
  pixExpiresAt: Date | null;
  overdueAt: Date | null;
  expiresAt: Date | null;
  abandonmentAt: Date;
}

/** The columns of an invoice that its deadline follows from. */
export interface DeadlineFacts extends StatusFacts {
  reminderStep: string | null;
  reminderAt: Date | null;
  disputeDueAt: Date | null;
}

/** The end of the wait for a payer whose charge is registered. */
const ENDS_WAIT: Readonly<Record<PaymentMethod, (invoice: StatusFacts) => Deadline | null>> = {
  // A gateway may bound the time of a code, as Stripe does with 14 days: it may end before the due date.
  pix: ({ pixExpiresAt, overdueAt }) =>
    overdueAt && !(pixExpiresAt && pixExpiresAt < overdueAt)
      ? deadline('due_date_passed', overdueAt)
      : deadline('pix_expired', pixExpiresAt),
  boleto: ({ overdueAt }) => deadline('due_date_passed', overdueAt),
  card: ({ abandonmentAt }) => deadline('abandonment_elapsed', abandonmentAt),
};

/**
 * The deadline that an invoice waits for: a step of a dispute, or its next reminder, where that comes before the status
 * changes.
 */
export function nextDeadline(invoice: DeadlineFacts): Deadline | null {
  const { status, reminderStep, reminderAt, disputeDueAt } = invoice;
  const isReminded = reminderStep !== null && reminderAt !== null && OWED_STATUSES.includes(status);
  const deadlines = [
    statusDeadline(invoice),
    disputeDueAt && { kind: 'dispute_due' as const, at: disputeDueAt.toISOString() },
    isReminded ? { kind: 'reminder_due' as const, at: reminderAt.toISOString(), step: reminderStep } : null,
  ].filter((one) => one !== null);
  return deadlines.reduce<Deadline | null>((first, one) => (first && first.at <= one.at ? first : one), null);
}

/**
 * The deadline at which the status of an invoice changes, or null when it waits for none (money is accepted even then).
 *
 * A charge that falls due, and could not be registered or was refused, is not abandoned before that day has passed:
 * until then the payer has been promised time.
 */
export function statusDeadline(invoice: StatusFacts): Deadline | null {
  const { status, paymentMethod, overdueAt, expiresAt, abandonmentAt } = invoice;
  switch (status) {
    case 'pending':
      return ENDS_WAIT[paymentMethod](invoice);
    case 'open':
    case 'refused':
      return deadline('abandonment_elapsed', later(abandonmentAt, overdueAt));
    case 'overdue':
      return deadline('boleto_expired', expiresAt);
    default:
      return null;
  }
}

/** The moment alone, as the record keeps it. */
export function nextDeadlineAt(invoice: DeadlineFacts): Date | null {
  const deadline = nextDeadline(invoice);
  return deadline && new Date(deadline.at);
}

function deadline(kind: StatusDeadlineKind, at: Date | null): Deadline | null {
  return at && { kind, at: at.toISOString() };
}

function later(a: Date, b: Date | null): Date {
  return b && b > a ? b : a;
}
