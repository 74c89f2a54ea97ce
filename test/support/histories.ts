import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { invoiceWorkflowId } from '../../src/temporal/workflow-ids.ts';

/** Lives of the version that made them; a released version's folder is never changed. */
export const HISTORIES = join(import.meta.dirname, '../histories');

const { History } = proto.temporal.api.history.v1;
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

/** A recorded life, as a replay takes it. */
export function readHistory(name: string): History {
  return History.fromObject(JSON.parse(readFileSync(join(HISTORIES, name), 'utf8')) as Record<string, unknown>);
}

/**
 * Keeps the history of a finished life for the replay tests, where RECORD_HISTORIES names the version to record
 * (`RECORD_HISTORIES=0.1.0 npm run jest -- test/lifecycles`).
 */
export async function recordHistory(env: TestWorkflowEnvironment, invoiceId: number, life: string): Promise<void> {
  const version = process.env.RECORD_HISTORIES;
  if (!version) return;
  await mkdir(join(HISTORIES, version), { recursive: true });
  const history = History.create(await historyOf(env, invoiceId));
  const json = JSON.stringify(History.toObject(history, { enums: String, longs: String, bytes: String }), null, 1);
  await writeFile(join(HISTORIES, version, `${life}.json`), `${json}\n`);
}
