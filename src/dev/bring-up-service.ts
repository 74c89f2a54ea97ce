import type { BringUp } from './bring-up-context.ts';
import { keepRunning } from './keep-running.ts';
import { liveService } from './live-service.ts';
import { prepareNodeService, serviceLog, startNodeService } from './node-service.ts';
import type { TrackedChild } from './spawn-tracked.ts';

export const SERVICES = {
  api: { id: 'api', name: 'API', script: 'server.ts' },
  worker: { id: 'worker', name: 'Worker', script: 'worker.ts' },
} as const;

/** Pages read it when they are loaded. */
const liveEnvironment = ({ isLive }: BringUp): NodeJS.ProcessEnv => (isLive ? { LIVE_TEMPLATES: '1' } : {});

/** Starts a process that loads the API or the worker while the programs that the service needs are started. */
export function prepareService(input: BringUp, id: keyof typeof SERVICES): TrackedChild {
  return prepareNodeService({ ...SERVICES[id], dataDir: input.dataDir, env: liveEnvironment(input) }, 'service');
}

/**
 * Starts the API or the worker, and keeps it running.
 *
 * @param prepared a process of `prepareService`
 * @param environment made at each start: the workflows may have been bundled anew
 */
export async function bringUpService(
  input: BringUp,
  {
    id,
    prepared,
    environment,
  }: { id: keyof typeof SERVICES; prepared: TrackedChild; environment: () => Promise<NodeJS.ProcessEnv> },
): Promise<void> {
  const { dataDir, reporter, running, isLive } = input;
  const start = async (signal: AbortSignal, spare?: TrackedChild) =>
    startNodeService({
      ...SERVICES[id],
      dataDir,
      env: { ...liveEnvironment(input), ...(await environment()) },
      signal,
      spare,
    });
  const first = await start(input.signal, prepared);
  const service = { name: SERVICES[id].name, log: serviceLog(dataDir, id), first, say: reporter.say };
  running[id] = isLive
    ? liveService({
        ...service,
        id,
        start,
        prepare: () => prepareNodeService({ ...SERVICES[id], dataDir, env: {} }, 'libraries'),
      })
    : keepRunning({ ...service, restart: (_previous, signal) => start(signal) });
  reporter.of(SERVICES[id].name)('ready');
}
