import type { BringUp } from './bring-up-context.ts';
import { keepRunning } from './keep-running.ts';
import { liveService } from './live-service.ts';
import { prepareNodeService, serviceLog, startNodeService } from './node-service.ts';
import type { TrackedChild } from './spawn-tracked.ts';

export const SERVICES = {
  api: { id: 'api', name: 'API', script: 'server.ts' },
  worker: { id: 'worker', name: 'Worker', script: 'worker.ts' },
} as const;

/**
 * Starts the API or the worker, and keeps it running.
 *
 * @param environment read at each start: the workflows may have been bundled anew
 */
export async function bringUpService(
  input: BringUp,
  id: keyof typeof SERVICES,
  environment: () => Promise<NodeJS.ProcessEnv>,
): Promise<void> {
  const { dataDir, reporter, running, isLive } = input;
  const start = async (signal: AbortSignal, spare?: TrackedChild) =>
    startNodeService({ ...SERVICES[id], dataDir, env: await environment(), signal, spare });
  const first = await start(input.signal);
  const service = { name: SERVICES[id].name, log: serviceLog(dataDir, id), first, say: reporter.say };
  running[id] = isLive
    ? liveService({ ...service, id, start, prepare: () => prepareNodeService({ ...SERVICES[id], dataDir, env: {} }) })
    : keepRunning({ ...service, restart: (_previous, signal) => start(signal) });
  reporter.of(SERVICES[id].name)('ready');
}
