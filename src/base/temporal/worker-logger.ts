import { DefaultLogger, type Logger as SdkLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

/**
 * Writes the log of the SDK and of the activities as lines of ours, from warnings up. A receiver's failure is no fault
 * of ours: it is in the delivery log and in the Temporal UI.
 */
export function createWorkerLogger(log: Logger): SdkLogger {
  return new DefaultLogger('WARN', ({ level, message, meta }) => {
    if (level === 'WARN' && !isNews(message, meta)) return;
    // Under `err` pino writes an error's type, message, stack and cause; under any other name next to nothing.
    // A task token completes an activity: whoever reads the log must not be able to.
    const fields = { ...meta, err: meta?.error as unknown, error: undefined, taskToken: undefined };
    log[level === 'WARN' ? 'warn' : 'error'](fields, message);
  });
}

/** The SDK warns of queues without workflows, which is as it should be, and of every receiver that fails. */
function isNews(message: string, meta?: Record<string, unknown>): boolean {
  return !message.startsWith('No workflows registered') && meta?.activityType !== 'deliverWebhook';
}
