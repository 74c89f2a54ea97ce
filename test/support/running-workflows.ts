import type { WorkflowService } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';

const { EventType, PendingActivityState, PendingWorkflowTaskState, WorkflowExecutionStatus } =
  proto.temporal.api.enums.v1;

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** The newest run of a workflow, unless one is named. */
export interface Run {
  namespace: string;
  execution: proto.temporal.api.common.v1.IWorkflowExecution;
}

/**
 * Where a run stands: its status, the last steps of its history with why a task failed, and the tasks that it waits
 * for. A history shows the first failure of a task alone: the SDK answers no other, and Temporal waits for each.
 */
export async function describeRun(service: WorkflowService, run: Run, lastSteps: number): Promise<string[]> {
  const { workflowExecutionInfo, pendingActivities, pendingWorkflowTask } =
    await service.describeWorkflowExecution(run);
  const { history } = await service.getWorkflowExecutionHistory(run);
  const steps = (history?.events ?? []).slice(-lastSteps).map(describeStep);
  const waits = (pendingActivities ?? []).map(
    ({ activityType, state, attempt, lastFailure }) =>
      `waits for ${activityType?.name}, try ${attempt}, ${PendingActivityState[state ?? 0]}: ${lastFailure?.message ?? 'no failure yet'}`,
  );
  const { state, attempt, startedTime } = pendingWorkflowTask ?? {};
  const since = startedTime ? new Date(Number(startedTime.seconds) * 1_000).toISOString() : 'not yet';
  const task = pendingWorkflowTask
    ? [`waits for a workflow task, try ${attempt}, ${PendingWorkflowTaskState[state ?? 0]}, begun: ${since}`]
    : [];
  return [WorkflowExecutionStatus[workflowExecutionInfo?.status ?? 0] ?? '', ...steps, ...waits, ...task];
}

const SHOWN_LENGTH = 400;

/** A step with its time, the step that it answers, and its data: these are ids and times, by the rule of payloads. */
function describeStep({ eventId, eventType, eventTime, userMetadata, ...details }: HistoryEvent): string {
  const { workflowTaskFailedEventAttributes: failed, activityTaskScheduledEventAttributes: scheduled } = details;
  const { activityTaskStartedEventAttributes: started, activityTaskCompletedEventAttributes: completed } = details;
  const { workflowTaskStartedEventAttributes: taken } = details;
  const { workflowExecutionSignaledEventAttributes: signal, markerRecordedEventAttributes: marker } = details;
  const seconds = details.timerStartedEventAttributes?.startToFireTimeout?.seconds;
  const answers = started?.scheduledEventId ?? completed?.scheduledEventId;
  const data = [
    ...[scheduled?.input, completed?.result, signal?.input, ...Object.values(marker?.details ?? {})],
    userMetadata?.summary && { payloads: [userMetadata.summary] },
  ].flatMap((one) => one?.payloads ?? []);
  return [
    String(eventId),
    eventTime && new Date(Number(eventTime.seconds) * 1_000 + (eventTime.nanos ?? 0) / 1e6).toISOString().slice(11, 23),
    EventType[eventType ?? 0]?.replace('EVENT_TYPE_', ''),
    answers && `of ${String(answers)}`,
    started && `try ${started.attempt}`,
    taken?.identity ?? started?.identity ?? failed?.identity,
    failed?.failure?.message,
    scheduled?.activityType?.name,
    seconds && `${String(seconds)} s`,
    ...data.map((payload) =>
      Buffer.from(payload.data ?? [])
        .toString()
        .slice(0, SHOWN_LENGTH),
    ),
  ]
    .filter(Boolean)
    .join(' ');
}

const LAST_STEPS = 3;

/** Each workflow that runs, a line each: for whoever reads why a test waited in vain. */
export async function describeRunningWorkflows(service: WorkflowService, namespace = 'default'): Promise<string[]> {
  // The server that skips time takes no query, but lists what is open.
  const { executions } = await service.listOpenWorkflowExecutions({ namespace });
  return Promise.all(
    executions.map(async ({ execution }) => {
      // A run may have ended meanwhile.
      const told = await describeRun(service, { namespace, execution: execution! }, LAST_STEPS).catch(
        (error: unknown) => [String(error)],
      );
      return `${execution?.workflowId}: ${told.join(', ')}`;
    }),
  );
}
