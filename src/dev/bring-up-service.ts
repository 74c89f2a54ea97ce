import type { BringUp } from './bring-up-context.ts';
import { keepRunning } from './keep-running.ts';
import { serviceLog, startNodeService } from './node-service.ts';

export const SERVICES = {
  api: { id: 'api', name: 'API', script: 'server.ts' },
  worker: { id: 'worker', name: 'Worker', script: 'worker.ts' },
} as const;

/** Starts the API or the worker, and keeps it running. */
export async function bringUpService(input: BringUp, id: keyof typeof SERVICES, env: NodeJS.ProcessEnv): Promise<void> {
  const { dataDir, reporter, running } = input;
  const say = reporter.of(SERVICES[id].name);
  const options = { ...SERVICES[id], dataDir, env };
  const first = await startNodeService({ ...options, signal: input.signal });
  running[id] = keepRunning({
    name: options.name,
    log: serviceLog(dataDir, id),
    first,
    restart: (_previous, signal) => startNodeService({ ...options, signal }),
    say: reporter.say,
  });
  say('ready');
}
