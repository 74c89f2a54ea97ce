import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import {
  endLeftoverService,
  prepareNodeService,
  serviceLog,
  startNodeService,
  type RunningService,
} from '../../src/dev/node-service.ts';
import { stopTracked } from '../../src/dev/spawn-tracked.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

const PROGRAM = fileURLToPath(new URL('fixtures/tell-program.ts', import.meta.url));
let running: RunningService | undefined;
afterEach(() => running?.stop());

function service() {
  const dataDir = temporaryFolder();
  const options = { id: 'api', name: 'API', script: '../test/dev/fixtures/tell-program.ts', dataDir, env: {} };
  const told = (): unknown => JSON.parse(readFileSync(serviceLog(dataDir, 'api'), 'utf8').trim());
  return { options, told };
}

test.each(['libraries', 'service'] as const)('a process that has loaded the %s becomes the service', async (load) => {
  const { options, told } = service();
  const spare = prepareNodeService(options, load);
  running = await startNodeService({ ...options, env: { GIVEN: 'late' }, spare });
  expect(running.pid).toBe(spare.child.pid);
  expect(told()).toEqual({ pid: running.pid, argv: [PROGRAM, options.dataDir], given: 'late' });
  // A supervisor that was killed finds the process by its record.
  expect(await endLeftoverService(options)).toBe(true);
  await running.exited;
});

test('a prepared process that has ended is replaced by a new one', async () => {
  const { options, told } = service();
  const spare = prepareNodeService(options, 'service');
  await stopTracked(spare, 'SIGTERM', 5_000);
  running = await startNodeService({ ...options, spare });
  expect(running.pid).not.toBe(spare.child.pid);
  expect(told()).toMatchObject({ pid: running.pid, argv: [PROGRAM, options.dataDir] });
});
