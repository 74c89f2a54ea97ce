import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { keepRunning } from '../../src/dev/keep-running.ts';
import type { RunningService } from '../../src/dev/node-service.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

/** A service that ends when the test says so. */
function fakeService(pid: number): RunningService & { crash: () => void } {
  let end = (_how: string): void => undefined;
  const exited = new Promise<string>((resolve) => {
    end = resolve;
  });
  return {
    pid,
    exited,
    crash: () => end('signal SIGKILL'),
    stop: async () => {
      end('exit code 0');
      await exited;
    },
  };
}

describe('keepRunning', () => {
  test('a service that ends by itself is started again, and told about; one that is stopped is not', async () => {
    const first = fakeService(1);
    const second = fakeService(2);
    const told: string[] = [];
    const restarts: number[] = [];
    const kept = keepRunning<RunningService>({
      name: 'Fake',
      log: join(temporaryFolder(), 'fake.log'),
      first,
      restart: (previous) => {
        restarts.push(previous.pid);
        return Promise.resolve(second);
      },
      say: (line) => told.push(line),
    });
    first.crash();
    await pollUntil(() => told.length === 2, { timeoutMs: 10_000 });
    expect(told).toEqual([expect.stringContaining('ended unexpectedly (signal SIGKILL)'), 'Fake: running again']);
    await kept.stop();
    expect(restarts).toEqual([1]);
    expect(told).toHaveLength(2);
  });

  test('a restart that fails is tried again', async () => {
    const first = fakeService(1);
    const told: string[] = [];
    let attempts = 0;
    const kept = keepRunning<RunningService>({
      name: 'Fake',
      log: join(temporaryFolder(), 'fake.log'),
      first,
      restart: () => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(fakeService(2));
      },
      say: (line) => told.push(line),
    });
    first.crash();
    await pollUntil(() => told.includes('Fake: running again'), { timeoutMs: 10_000 });
    expect(told).toContain('Fake: Error: not yet');
    await kept.stop();
  });
});
