import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createWorkerLogger } from '../../../src/base/temporal/worker-logger.ts';

function logInto() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: createWorkerLogger(pino({ level: 'info' }, stream)) };
}

describe('the worker’s log', () => {
  test('says what an activity failed of, with the cause, and never the task token', () => {
    const { lines, logger } = logInto();
    const error = new Error('the database does not answer', { cause: new Error('ECONNREFUSED') });
    logger.error('registerCharge failed', { error, workflowId: 'invoice-7', taskToken: 'secret' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: 'registerCharge failed', workflowId: 'invoice-7' });
    expect(JSON.stringify(lines[0]!.err)).toMatch(/the database does not answer.*ECONNREFUSED/);
    expect(JSON.stringify(lines[0])).not.toContain('secret');
  });

  test('keeps quiet about receivers that fail, but not about our own faults at the same work', () => {
    const { lines, logger } = logInto();
    logger.warn('Activity failed', { activityType: 'deliverWebhook' });
    logger.warn('No workflows registered, not polling for workflow tasks', { taskQueue: 'fatura-webhooks' });
    logger.info('Worker state changed');
    expect(lines).toEqual([]);
    logger.error('delivery 3 could not be read from the record', { activityType: 'deliverWebhook' });
    logger.warn('Activity failed', { activityType: 'registerCharge' });
    expect(lines.map(({ msg }) => msg)).toEqual(['delivery 3 could not be read from the record', 'Activity failed']);
  });
});
