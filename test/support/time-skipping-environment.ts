import { TestWorkflowEnvironment } from '@temporalio/testing';
import { resolveTestServer } from './time-skipping-server.ts';

const TRIES = 5;

/**
 * A server that skips time. The SDK gives it five seconds to start, which a Java machine may need on a busy computer:
 * it is started again then, and the second time its files are in memory.
 */
export async function startTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await resolveTestServer();
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (left === 0 || !/did not start within/.test(String(error))) throw error;
    }
  }
}
