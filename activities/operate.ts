import type { EntityManager } from '@mikro-orm/postgresql';
import { ApplicationFailure } from '@temporalio/activity';
import { recordOperatorAct, UnknownAuditLineError } from '../src/accounts/audit/record-operator-act.ts';
import type { Store } from '../src/base/environment.ts';
import { inTransaction } from '../src/base/db/transaction.ts';
import { GatewayAccountError } from '../src/gateways/payment-gateway.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import {
  ORDER_REFUSALS,
  type HoldOrder,
  type OperatorOrder,
  type OrderRefusal,
  type ReconcileAnswer,
  type ResendAnswer,
} from '../src/invoices/operator-order.ts';
import { holdReminders } from '../src/payments/messages/hold-reminders.ts';
import type { ReconcileDeps } from '../src/payments/reconciliation/comparison.ts';
import { reconcileInvoice } from '../src/payments/reconciliation/reconcile-invoice.ts';
import { redeliverOfInvoice } from '../src/webhooks/redeliver.ts';
import { newsOf } from './read-invoice.ts';

export type OperatorActivities = ReturnType<typeof createOperate>;

export interface OperateInput<Order extends OperatorOrder = OperatorOrder> {
  invoiceId: number;
  order: Order;
  /** Temporal's id of the Update, by which its line in the audit log is written once. */
  updateId: string;
}

/** The acts of operators on an invoice; each writes its line in the audit log, and may be done twice. */
export function createOperate({ clock, ...deps }: ReconcileDeps) {
  const { em } = deps;

  /** @throws ApplicationFailure that no retry mends */
  async function begin(
    tx: EntityManager,
    { invoiceId, order, updateId }: OperateInput,
    action: string,
  ): Promise<{ store: Store; at: Date }> {
    const { companyId, environment } = await newsOf(tx, invoiceId);
    const store: Store = { companyId, environment };
    try {
      await recordOperatorAct(tx, { store, order, updateId, action, subject: `invoice ${invoiceId}` });
    } catch (error) {
      if (!(error instanceof UnknownAuditLineError)) throw error;
      throw ApplicationFailure.nonRetryable(error.message, 'invalid_order');
    }
    return { store, at: await clock.now(store) };
  }

  const answerOf = ({ invoiceId, status, version }: InvoiceNews) => ({ invoiceId, status, version });

  return {
    /** Writes down that an operator has a charge tried at once; the workflow does the rest. */
    async noteChargeRetry(input: OperateInput): Promise<void> {
      await inTransaction(em, (tx) => begin(tx, input, 'retryChargeNow'));
    },

    async reconcileInvoice(input: OperateInput): Promise<ReconcileAnswer> {
      const { invoiceId } = input;
      await inTransaction(em, (tx) => begin(tx, input, 'reconcileNow'));
      const outcome = await reconcileInvoice({ ...deps, clock }, invoiceId).catch((error: unknown) => {
        if (error instanceof GatewayAccountError) throw refusal('gateway_access_refused');
        throw error;
      });
      return { ...answerOf(await newsOf(em, invoiceId)), ...outcome };
    },

    async resendFailed(input: OperateInput): Promise<ResendAnswer> {
      const { invoiceId } = input;
      const outcome = await inTransaction(em, async (tx) => {
        const { at } = await begin(tx, input, 'resendFailed');
        return redeliverOfInvoice(tx, { invoiceId, at });
      });
      return { ...answerOf(await newsOf(em, invoiceId)), ...outcome };
    },

    /** @returns how the invoice stands then, with the deadline that follows */
    async holdReminders(input: OperateInput<HoldOrder>): Promise<InvoiceNews> {
      const { invoiceId, order } = input;
      const { hold: isHeld = true } = order;
      await inTransaction(em, async (tx) => {
        const { store } = await begin(tx, input, isHeld ? 'holdReminders' : 'resumeReminders');
        await holdReminders({ em: tx, clock }, { store, invoiceId, isHeld });
      });
      return newsOf(em, invoiceId);
    },
  };
}

function refusal(code: OrderRefusal): ApplicationFailure {
  return ApplicationFailure.nonRetryable(ORDER_REFUSALS[code], code);
}
