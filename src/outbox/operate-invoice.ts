import type { EntityManager } from '@mikro-orm/postgresql';
import {
  ServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Logger } from 'pino';
import type { invoice } from '../../workflows/invoice.ts';
import { conflict, notFound } from '../base/errors/errors.ts';
import {
  ORDER_REFUSALS,
  type HoldOrder,
  type OperateInvoice,
  type OperatorAct,
  type OperatorAnswers,
  type OrderRefusal,
} from '../invoices/operator-order.ts';
import { readInvoiceNews } from '../invoices/read-invoice-news.ts';
import { startOfInvoice } from './signal-workflow.ts';

/** A person waits for the answer. The act goes on without. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * An Update of the invoice's run; a run is begun where none is open.
 *
 * @throws ApiError 404; 409 with a code of `ORDER_REFUSALS`, `act_failed`, or `no_answer_in_time`, after which the act
 *   may still be done
 */
export function createOperateInvoice({
  em,
  client,
  log,
}: {
  em: EntityManager;
  client: Client;
  log: Logger;
}): OperateInvoice {
  return async <Act extends OperatorAct>(act: Act, invoiceId: number, order: HoldOrder) => {
    const [news] = await readInvoiceNews(em, [invoiceId]);
    if (!news) throw notFound('invoice', invoiceId);
    const start = startOfInvoice(news);
    const operation = new WithStartWorkflowOperation<typeof invoice>('invoice', {
      ...start,
      args: [{ invoiceId, news }],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    try {
      return await client.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, () =>
        client.workflow.executeUpdateWithStart<typeof invoice, OperatorAnswers[Act], [HoldOrder]>(act, {
          startWorkflowOperation: operation,
          args: [order],
        }),
      );
    } catch (error) {
      throw refusalOf(error, { act, invoiceId, log });
    }
  };
}

function refusalOf(error: unknown, about: { act: OperatorAct; invoiceId: number; log: Logger }): unknown {
  const { act, invoiceId, log } = about;
  if (error instanceof WorkflowUpdateFailedError) {
    const type = error.cause instanceof ApplicationFailure ? error.cause.type : null;
    if (isRefusal(type)) return conflict(type, ORDER_REFUSALS[type]);
    log.warn({ err: error.cause, act, invoice_id: invoiceId }, 'the act of an operator failed');
    return conflict('act_failed', 'It could not be done now: the workflow of the invoice says why. Try again later.');
  }
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || error instanceof ServiceError) {
    log.warn({ err: error, act, invoice_id: invoiceId }, 'the act of an operator was not answered in time');
    const detail = 'Temporal did not answer in time. The act may still be done: look at the timeline in a minute.';
    return conflict('no_answer_in_time', detail);
  }
  return error;
}

function isRefusal(type: string | null | undefined): type is OrderRefusal {
  return typeof type === 'string' && type in ORDER_REFUSALS;
}
