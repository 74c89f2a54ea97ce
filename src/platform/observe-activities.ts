import { SpanKind } from '@opentelemetry/api';
import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { scopeFields, withFields } from '../base/telemetry/scope.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import { traceparentOf } from '../base/temporal/pass-trace.ts';
import { subjectOfWorkflow } from '../outbox/workflow-ids.ts';

/**
 * Gives each activity a scope: what it logs says which workflow and attempt it is of, and where its workflow is part of
 * a trace it is a span of that.
 */
export function observeActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) =>
        withFields(activityFields(info), () =>
          tracing.goOn(
            `activity ${info.activityType}`,
            {
              kind: SpanKind.CONSUMER,
              attributes: {
                'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
                'temporal.workflow.run_id': info.workflowExecution?.runId ?? '',
                'temporal.activity.attempt': info.attempt,
              },
              traceparent: traceparentOf(input.headers),
            },
            () => next(input),
          ),
        ),
    },
    outbound: {
      // The SDK logs when it likes to, outside the scope.
      getLogAttributes: (attributes, next) => next({ ...attributes, ...scopeFields() }),
    },
  });
}

function activityFields({ workflowExecution, activityType, attempt }: Info): Record<string, unknown> {
  const workflowId = workflowExecution?.workflowId;
  return { workflow_id: workflowId, ...subjectOfWorkflow(workflowId), activity: activityType, attempt };
}
