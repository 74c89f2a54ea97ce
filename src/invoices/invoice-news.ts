import type { Environment } from '../base/environment.ts';
import type { StoreTime } from '../base/time/store-time.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { DeliveryOrder } from '../webhooks/delivery-order.ts';
import type { Deadline } from './deadline.ts';
import type { InvoiceStatus } from './state-machine.ts';

/**
 * The part of an invoice's record that a workflow may know: ids, times, amounts, policy numbers and enum values, no
 * personal data. The news travel in signals and as the result of activities, and name all work that is still due, so a
 * run that starts at any moment of an invoice's life needs nothing else.
 */
export interface InvoiceNews extends StoreTime {
  invoiceId: number;
  companyId: number;
  environment: Environment;
  /** The version of the record: news with a higher version are right. */
  version: number;
  /**
   * The moment before the record was read, in microseconds since 1970 by PostgreSQL's clock: it orders news of one
   * version. Absent in news from before 0.8.0.
   */
  readAt?: number;
  status: InvoiceStatus;
  paymentMethod: PaymentMethod;
  /** Further facts that operators search by. Absent in news from before 0.9.0. */
  facts?: InvoiceFacts;
  /** The attempt whose charge is to be registered at the gateway. */
  chargeToRegister: number | null;
  /** Attempts given up by the store whose charges the gateway still has to cancel. */
  chargesToCancel: number[];
  /** Refunds that the gateway is to be asked for. Absent in news from before 0.2.0. */
  refundsToMake?: number[];
  /** Disputes whose answers the gateway is to be given. Absent for none, and in news from before 0.9.0. */
  disputesToAnswer?: number[];
  /** Messages to the payer that are to be sent. Absent for none, and in news from before 0.9.0. */
  messagesToSend?: number[];
  /** Some of these are left out: they wait for the store's access to its gateway, and news of it names them. */
  isHeldAtGateway?: boolean;
  deadline: Deadline | null;
  /** Every delivery of this invoice's events that the record has not seen end. */
  deliveries: DeliveryOrder[];
  /** There are more of them than news carries: to be asked for when these have ended. */
  hasMoreDeliveries?: boolean;
}

/** The facts of an invoice that no work follows from. */
export interface InvoiceFacts {
  totalCents: number;
  /** `YYYY-MM-DD`. */
  dueDate: string | null;
  /** The gateway of the newest charge; null where none was asked for yet. */
  gateway: string | null;
  /** Deliveries that the record holds back: the workflow hears of them when they are let go. */
  heldDeliveries: HeldDeliveries;
}

export interface HeldDeliveries {
  /** Those that wait until their endpoint is no longer paused. */
  paused: number;
  /** Those that wait for a place at their receiver. */
  crowded: number;
  /** Those of both whose last attempt failed. */
  failing: number;
}
