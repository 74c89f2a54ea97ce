import type { temporal } from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { invoiceWorkflowId } from '../../src/temporal/invoice-workflow.ts';

type History = temporal.api.history.v1.IHistory;

/** The history of the newest run of an invoice's workflow. */
export async function historyOf(env: TestWorkflowEnvironment, invoiceId: number): Promise<History> {
  return env.client.workflow.getHandle(invoiceWorkflowId(invoiceId)).fetchHistory();
}

/** Waits until the newest run has ended, without letting time pass. */
export async function runStatus(
  env: TestWorkflowEnvironment,
  invoiceId: number,
): Promise<{ runId: string; status: string }> {
  const { runId, status } = await env.client.workflow.getHandle(invoiceWorkflowId(invoiceId)).describe();
  return { runId, status: status.name };
}

/** The activities that a run asked for, by name and in order. */
export function activitiesOf({ events }: History): string[] {
  return (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? []);
}

export function signalsOf({ events }: History): string[] {
  return (events ?? []).flatMap((event) => event.workflowExecutionSignaledEventAttributes?.signalName ?? []);
}
