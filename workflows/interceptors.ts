import type { Headers, WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { TRACE_HEADER } from '../src/base/temporal/trace-header.ts';

/**
 * Passes the trace of a run's newest signal on to its activities. The interceptor reads and writes headers and nothing
 * else: it makes no span, no command and no turn of the event loop, so that a run replays the same with it and without.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let trace: Headers = {};
  const learn = ({ [TRACE_HEADER]: header }: Headers): void => {
    if (header) trace = { [TRACE_HEADER]: header };
  };
  const passOn = <T extends { headers: Headers }>(input: T): T =>
    trace[TRACE_HEADER] ? { ...input, headers: { ...input.headers, ...trace } } : input;
  return {
    inbound: [
      {
        execute(input, next) {
          learn(input.headers);
          return next(input);
        },
        handleSignal(input, next) {
          learn(input.headers);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(passOn(input)),
        scheduleLocalActivity: (input, next) => next(passOn(input)),
        continueAsNew: (input, next) => next(passOn(input)),
      },
    ],
  };
};
