import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { invoiceWorkflowId, subscriptionWorkflowId } from '../../src/outbox/workflow-ids.ts';

/** Lives of the version that made them; a released version's folder is never changed. */
export const HISTORIES = join(import.meta.dirname, '../histories');

const { History } = proto.temporal.api.history.v1;
export type History = temporal.api.history.v1.IHistory;

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

/** The first tries of a run in the worker that had its task, by name and in order. */
export function localActivitiesOf({ events }: History): string[] {
  return (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) => {
    const data = marker?.markerName === 'core_local_activity' ? marker.details?.data?.payloads?.[0]?.data : undefined;
    return data ? [(JSON.parse(Buffer.from(data).toString()) as { activity_type: string }).activity_type] : [];
  });
}

/** How long each of a run's timers was to wait, in milliseconds and in order. */
export function timersOf({ events }: History): number[] {
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => {
    const { seconds, nanos } = timer?.startToFireTimeout ?? {};
    return timer ? [Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1e6] : [];
  });
}

/** How many tasks of its own a run needed: what Temporal and the worker mostly work for. */
export function workflowTasksOf({ events }: History): number {
  return (events ?? []).filter((event) => event.workflowTaskCompletedEventAttributes).length;
}

export function signalsOf({ events }: History): string[] {
  const signals = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: one }) => one ?? []);
  // A dispatcher that was not answered in time tells the same again, as it reads it then.
  const told = new Map(
    signals.map(({ signalName, input }) => [`${signalName} ${JSON.stringify(contentOf(input))}`, signalName]),
  );
  return [...told.values()].map(String);
}

/** The news of a signal, without the moment at which they were read. */
function contentOf(input: temporal.api.common.v1.IPayloads | null | undefined): object[] {
  return (input?.payloads ?? []).map(({ data }) => {
    const news = JSON.parse(Buffer.from(data ?? []).toString()) as { readAt?: number };
    return { ...news, readAt: null };
  });
}

/** A recorded life, as a replay takes it. */
export function readHistory(name: string): History {
  return History.fromObject(JSON.parse(readFileSync(join(HISTORIES, name), 'utf8')) as Record<string, unknown>);
}

/**
 * Keeps the history of a finished life for the replay tests, where RECORD_HISTORIES names the version to record
 * (`RECORD_HISTORIES=0.1.0 npm run jest -- test/lifecycles`).
 */
export async function recordHistory(env: TestWorkflowEnvironment, invoiceId: number, life: string): Promise<void> {
  await keepHistory(() => historyOf(env, invoiceId), life);
}

/** As `recordHistory`, of a subscription's newest run. */
export async function recordSubscription(env: TestWorkflowEnvironment, id: number, life: string): Promise<void> {
  await keepHistory(() => subscriptionHistory(env, id), life);
}

/** The history of a run of a subscription's workflow: the newest, unless one is named. */
export async function subscriptionHistory(
  { client }: TestWorkflowEnvironment,
  id: number,
  runId?: string,
): Promise<History> {
  return client.workflow.getHandle(subscriptionWorkflowId(id), runId).fetchHistory();
}

/** The runs of a subscription from one of them on, each of which left its history behind for the next. */
export async function subscriptionRuns(
  env: TestWorkflowEnvironment,
  { id, firstRunId }: { id: number; firstRunId: string },
): Promise<History[]> {
  const runs: History[] = [];
  for (let runId: string | null | undefined = firstRunId; runId; runId = runAfter(runs.at(-1)!)) {
    runs.push(await subscriptionHistory(env, id, runId));
  }
  return runs;
}

function runAfter({ events }: History): string | null | undefined {
  return events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
}

/** Writes a history where the replay tests look for it, when histories are recorded. */
export async function keepHistory(read: () => Promise<History>, life: string): Promise<void> {
  const version = process.env.RECORD_HISTORIES;
  if (!version) return;
  await mkdir(join(HISTORIES, version), { recursive: true });
  const history = History.create(await read());
  const json = JSON.stringify(History.toObject(history, { enums: String, longs: String, bytes: String }), null, 1);
  await writeFile(join(HISTORIES, version, `${life}.json`), `${json}\n`);
}
