import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { currentTraceparent } from '../telemetry/scope.ts';
import { TRACE_HEADER } from './trace-header.ts';

/** Tells a workflow which trace its start or its signal is part of; the workflow tells its activities. */
export const passTrace: WorkflowClientInterceptor = {
  start: (input, next) => next(withTrace(input)),
  signalWithStart: (input, next) => next(withTrace(input)),
};

function withTrace<Input extends { headers: Headers }>(input: Input): Input {
  const traceparent = currentTraceparent();
  if (traceparent === null) return input;
  const headers = { ...input.headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) };
  return { ...input, headers };
}

/** The trace that an activity is part of; null for none. */
export function traceparentOf(headers: Headers): string | null {
  const payload = headers[TRACE_HEADER];
  return payload ? defaultPayloadConverter.fromPayload<string>(payload) : null;
}
