import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  currentUpdateInfo,
  defineUpdate,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { OperatorActivities } from '../activities/index.ts';
import type { OperateInput } from '../activities/operate.ts';
import {
  ORDER_REFUSALS,
  problemOfOrder,
  type HoldOrder,
  type OperatorAct,
  type OperatorAnswer,
  type OperatorOrder,
  type OrderRefusal,
  type ReconcileAnswer,
  type ResendAnswer,
  type RetryAnswer,
} from '../src/invoices/operator-order.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { OWED_STATUSES } from '../src/invoices/state-machine.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import type { InvoiceWork } from './invoice-work.ts';
import type { KnownRecord } from './known-record.ts';

// An operator waits for the answer: a few tries within a minute or two.
const activities = proxyActivities<OperatorActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumAttempts: 3 },
});

const reconcileNow = defineUpdate<ReconcileAnswer, [OperatorOrder]>('reconcileNow');
const retryChargeNow = defineUpdate<RetryAnswer, [OperatorOrder]>('retryChargeNow');
const resendFailed = defineUpdate<ResendAnswer, [OperatorOrder]>('resendFailed');
const holdReminders = defineUpdate<OperatorAnswer, [HoldOrder]>('holdReminders');

/** The reason for which an act cannot be done on an invoice now; null where it can be. */
const REFUSED: Readonly<Record<OperatorAct, (news: InvoiceNews, order: HoldOrder) => OrderRefusal | null>> = {
  reconcileNow: ({ facts }) => (facts && facts.gateway === null ? 'no_charge_at_gateway' : null),
  retryChargeNow({ chargeToRegister, isHeldAtGateway }) {
    if (chargeToRegister !== null) return null;
    return isHeldAtGateway ? 'gateway_access_refused' : 'no_charge_waits';
  },
  resendFailed: () => null,
  holdReminders: ({ status }, { hold = true }) => (hold && !OWED_STATUSES.includes(status) ? 'nothing_owed' : null),
};

/**
 * Lets operators act on the run of an invoice by Updates: from the Temporal UI, its command line, or the panel. An
 * Update that is refused changes nothing and leaves no trace in the history; each other is a line in the audit log.
 */
export function handleOperators(invoiceId: number, record: KnownRecord, work: () => InvoiceWork): void {
  const check = (act: OperatorAct, order: HoldOrder): void => {
    const problem = problemOfOrder(act, order);
    if (problem !== null) throw ApplicationFailure.nonRetryable(problem, 'invalid_order');
    const code = record.isKnown ? REFUSED[act](record.news, order) : null;
    if (code !== null) throw ApplicationFailure.nonRetryable(ORDER_REFUSALS[code], code);
  };
  /** A run that this very Update began asks the record first. */
  const begin = async <Order extends OperatorOrder>(act: OperatorAct, order: Order) => {
    const { id: updateId } = currentUpdateInfo()!;
    if (!record.isKnown) await condition(() => record.isKnown);
    check(act, order);
    const { ticket, auditId } = order;
    const summary = ticket === undefined ? `ordered by line ${auditId} of the audit log` : `ordered for ${ticket}`;
    const input: [OperateInput<Order>] = [{ invoiceId, order, updateId }];
    return [{ summary }, input] as const;
  };
  const optionsOf = (act: OperatorAct, description: string) => ({
    validator: (order: OperatorOrder) => check(act, order),
    description,
  });

  setHandler(
    reconcileNow,
    async (order) => answerOf(activities.reconcileInvoice.executeWithOptions(...(await begin('reconcileNow', order)))),
    optionsOf('reconcileNow', 'Asks the gateways how the charges stand, and books what no callback told.'),
  );
  setHandler(
    retryChargeNow,
    async (order) => {
      const noted = await begin('retryChargeNow', order);
      const attemptId = record.news.chargeToRegister!;
      await answerOf(activities.noteChargeRetry.executeWithOptions(...noted));
      const news = await work().retryChargeNow(attemptId);
      const { status, version } = news ?? record.news;
      return { invoiceId, status, version, attemptId, outcome: outcomeOf(news, attemptId) };
    },
    optionsOf('retryChargeNow', 'Tries the charge that waits for its gateway at once, and not at its next retry.'),
  );
  setHandler(
    resendFailed,
    async (order) => answerOf(activities.resendFailed.executeWithOptions(...(await begin('resendFailed', order)))),
    optionsOf('resendFailed', "Sends the failed deliveries of the invoice's events once more."),
  );
  setHandler(
    holdReminders,
    async (order) => {
      const news = await answerOf(
        activities.holdReminders.executeWithOptions(...(await begin('holdReminders', order))),
      );
      record.learn(news);
      const { status, version } = news;
      return { invoiceId, status, version };
    },
    optionsOf('holdReminders', 'Holds the reminders to the payer back, or with hold: false lets them go on.'),
  );
}

/** An operator reads why an act failed, and not that an activity did. */
async function answerOf<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  }
}

function outcomeOf(news: InvoiceNews | null, attemptId: number): RetryAnswer['outcome'] {
  if (!news) return 'failed';
  if (news.isHeldAtGateway) return 'held';
  if (news.chargeToRegister === attemptId) return 'failed';
  return news.status === 'refused' ? 'refused' : 'registered';
}
