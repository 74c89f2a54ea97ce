import type { Deadline, DeadlineKind } from '../src/invoices/deadline.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';

/** The text that an operator reads in the Temporal UI: how the invoice stands and which news its workflow waits for. */
export function describe({
  status,
  paymentMethod,
  version,
  deadline,
  chargeToRegister,
  refundsToMake = [],
  disputesToAnswer = [],
  messagesToSend = [],
  isHeldAtGateway = false,
  deliveries,
  clockAt,
}: InvoiceNews): string {
  const waits = [
    chargeToRegister && `the gateway to register attempt ${chargeToRegister}`,
    refundsToMake.length > 0 && `the gateway to take refunds ${refundsToMake.join(', ')}`,
    disputesToAnswer.length > 0 && `the gateway to take the answer to disputes ${disputesToAnswer.join(', ')}`,
    messagesToSend.length > 0 && `messages ${messagesToSend.join(', ')} to its payer`,
    isHeldAtGateway && "the store's access to its gateway, which is refused or removed",
    deadline &&
      `${deadline.kind === 'dispute_due' ? 'its store' : 'its payer'}, until ${deadline.at}${byClock(clockAt)}: then ${describeDeadline(deadline)}`,
    deliveries.length > 0 && `deliveries ${deliveries.map((order) => order.deliveryId).join(', ')}`,
  ].filter(Boolean);
  return `**${status}**, ${paymentMethod} (version ${version})\n\nWaits for ${waits.join('; ') || 'nothing'}.`;
}

/** The words that say by which clock a moment comes. */
export function byClock(clockAt: string | undefined): string {
  return clockAt === undefined ? '' : ` by the sandbox's clock, which shows ${clockAt}`;
}

const DEADLINES: Record<DeadlineKind, string> = {
  pix_expired: 'its Pix code expires',
  abandonment_elapsed: 'it counts as abandoned',
  due_date_passed: 'its due date has passed',
  boleto_expired: 'it can no longer be paid',
  reminder_due: 'its payer is reminded',
  dispute_due: 'its store hears how long it can answer a dispute, or can no more',
};

/** Names a deadline in words. */
export function describeDeadline({ kind, step }: Deadline): string {
  return step === undefined ? DEADLINES[kind] : `${DEADLINES[kind]} (step ${step})`;
}
