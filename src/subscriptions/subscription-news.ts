import type { Environment } from '../base/environment.ts';
import type { StoreTime } from '../base/time/store-time.ts';
import type { SubscriptionMethod } from '../banking/payment-method.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

/**
 * The step that a subscription takes next by itself:
 *
 * - `settle_charge`: the charge of a cycle has an outcome
 * - `start_cycle`: the invoice of the next cycle is to be made
 * - `retry_charge`: an unpaid charge is to be tried again
 * - `end_trial`, `resume`: the trial, or a pause, is over
 * - `cancel`: the period is over at whose end the store wanted to cancel
 * - `give_up`: the subscription stayed past due for as long as the store waits
 * - `end`: the last cycle is over
 * - `request_mandate`: the payer is to be asked for an agreement to debits
 * - `cancel_mandate`: the bank is to be told that an agreement is canceled
 * - `settle_mandate`: the payer has agreed, or the agreement has ended
 * - `ask_debit`: the day of a debit is over, and the bank has not said what became of it
 */
export type SubscriptionStep =
  | { kind: 'settle_charge' | 'retry_charge' | 'ask_debit'; cycleId: number; at: string }
  | { kind: MandateStepKind; mandateId: number; at: string }
  | { kind: 'start_cycle'; dueDate: string; at: string }
  | { kind: 'end_trial' | 'resume' | 'cancel' | 'give_up' | 'end'; at: string };

export type MandateStepKind = 'request_mandate' | 'settle_mandate' | 'cancel_mandate';

/** The part of a subscription's record that a workflow may know; see `InvoiceNews`. */
export interface SubscriptionNews extends StoreTime {
  subscriptionId: number;
  companyId: number;
  environment: Environment;
  /** The version of the record: news with a higher version are right; */
  version: number;
  /** of two with the same, the one with the higher sum of the versions of its unsettled invoices. */
  invoiceVersions: number;
  status: SubscriptionStatus;
  paymentMethod: SubscriptionMethod;
  /** Null: nothing, unless somebody acts. */
  next: SubscriptionStep | null;
  /** The charges wait for the store to have a gateway: `next` is the step without one. */
  isHeldAtGateway?: boolean;
}

/** Whether news is at least as new as what is known. */
export function isNewer(latest: SubscriptionNews, known: SubscriptionNews): boolean {
  if (latest.version !== known.version) return latest.version > known.version;
  return latest.invoiceVersions >= known.invoiceVersions;
}
