import type { InvoiceStatus } from './state-machine.ts';

/**
 * The acts of an operator on the workflow of an invoice: each is an Update of Temporal, and a line in the audit log.
 */
export const OPERATOR_ACTS = ['reconcileNow', 'retryChargeNow', 'resendFailed', 'holdReminders'] as const;
export type OperatorAct = (typeof OPERATOR_ACTS)[number];

/**
 * The input of an Update. It names the case and no person: Temporal keeps inputs as plain text.
 *
 * `ticket`: the case for which an operator acts from Temporal, up to 40 letters, digits, dots, dashes and underscores.
 * `auditId`: the line of the audit log that the panel has written already. An order has either.
 */
export interface OperatorOrder {
  ticket?: string;
  auditId?: number;
}

export interface HoldOrder extends OperatorOrder {
  /** Whether reminders are held back from now on; false lets them go on. Absent: true. */
  hold?: boolean;
}

/** The answer of every act: how the invoice stands after it. */
export interface OperatorAnswer {
  invoiceId: number;
  status: InvoiceStatus;
  version: number;
}

export interface ReconcileAnswer extends OperatorAnswer {
  /** The number of charges that gateways were asked about. */
  charges: number;
  /** The number of differences that were made up for, such as a payment of which no callback told. */
  repaired: number;
  /** Differences that a person must decide about, by kind; the comparisons of the panel explain each. */
  findings: string[];
}

export interface RetryAnswer extends OperatorAnswer {
  attemptId: number;
  /** `failed`: the gateway could not be reached, and the run goes on trying. `held`: the store's access is refused. */
  outcome: 'registered' | 'refused' | 'failed' | 'held';
}

export interface ResendAnswer extends OperatorAnswer {
  /** The number of deliveries that are sent once more. */
  resent: number;
  /** The number of failed deliveries whose webhook is deleted or switched off. */
  skipped: number;
}

export interface OperatorAnswers {
  reconcileNow: ReconcileAnswer;
  retryChargeNow: RetryAnswer;
  resendFailed: ResendAnswer;
  holdReminders: OperatorAnswer;
}

/** Has an act done by the workflow of an invoice, and waits for its answer. */
export type OperateInvoice = <Act extends OperatorAct>(
  act: Act,
  invoiceId: number,
  order: HoldOrder,
) => Promise<OperatorAnswers[Act]>;

/** Codes of refusals: an Update that cannot be done now changes nothing. */
export const ORDER_REFUSALS = {
  invalid_order: 'The order is not valid.',
  no_charge_at_gateway: 'No gateway was asked for a charge of this invoice: there is nothing to compare.',
  no_charge_waits: 'No charge of this invoice waits for its gateway.',
  gateway_access_refused:
    "The store's access to its gateway is refused or removed. Mend it in the panel, Settings, Gateway: the charge goes on by itself.",
  nothing_owed: 'Nobody owes money of this invoice: its payer gets no reminders.',
} as const;
export type OrderRefusal = keyof typeof ORDER_REFUSALS;

const TICKET = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** @returns what is wrong with an order, by field, and its remedy; null for an order that is well */
export function problemOfOrder(act: OperatorAct, order: unknown): string | null {
  if (typeof order !== 'object' || order === null || Array.isArray(order)) {
    return `The input must be an object, such as ${EXAMPLES[act]}.`;
  }
  const { ticket, auditId, hold, ...others } = order as Record<string, unknown>;
  const [unknown] = [...Object.keys(others), ...(act !== 'holdReminders' && hold !== undefined ? ['hold'] : [])];
  if (unknown !== undefined) return `"${unknown}" is no field of ${act}. Send an input such as ${EXAMPLES[act]}.`;
  if (hold !== undefined && typeof hold !== 'boolean') return '"hold" must be true or false.';
  if ((ticket === undefined) === (auditId === undefined)) {
    return `"ticket" is required: the number of the case for which you act, such as ${EXAMPLES[act]}.`;
  }
  if (ticket !== undefined && !(typeof ticket === 'string' && TICKET.test(ticket))) {
    return '"ticket" must have 1 to 40 letters, digits, dots, dashes or underscores, such as "OPS-12": no name, no address.';
  }
  if (auditId !== undefined && !(Number.isSafeInteger(auditId) && Number(auditId) > 0)) {
    return '"auditId" must be the number of a line of the audit log.';
  }
  return null;
}

const EXAMPLES: Readonly<Record<OperatorAct, string>> = {
  reconcileNow: '{"ticket":"OPS-12"}',
  retryChargeNow: '{"ticket":"OPS-12"}',
  resendFailed: '{"ticket":"OPS-12"}',
  holdReminders: '{"ticket":"OPS-12","hold":true}',
};
