import type { BringUp } from './bring-up-context.ts';
import { keepRunning } from './keep-running.ts';
import { serviceLog } from './node-service.ts';
import { startTemporalDevServer } from './temporal-server.ts';

export interface TemporalAccess {
  address: string;
  uiUrl: string | null;
}

/** Starts Temporal's development server, or checks the one that TEMPORAL_ADDRESS names. */
export async function bringUpTemporal(input: BringUp): Promise<TemporalAccess> {
  const { settings, dataDir, reporter, running } = input;
  const say = reporter.of('Temporal');
  const namespace = settings.temporalNamespace;
  if (settings.temporalAddress) {
    const { checkTemporal } = await import('./temporal-namespace.ts');
    await checkTemporal(settings.temporalAddress, namespace);
    say(`ready at ${settings.temporalAddress}`);
    return { address: settings.temporalAddress, uiUrl: null };
  }
  const options = { dataDir, namespace };
  const first = await startTemporalDevServer({ ...options, onProgress: say, signal: input.signal });
  running.temporal = keepRunning({
    name: 'Temporal',
    log: serviceLog(dataDir, 'temporal'),
    first,
    restart: (previous, signal) =>
      startTemporalDevServer({ ...options, port: previous.port, uiPort: previous.uiPort, signal }),
    say: reporter.say,
  });
  say(`ready at ${first.address}`);
  return { address: first.address, uiUrl: first.uiUrl ?? null };
}
