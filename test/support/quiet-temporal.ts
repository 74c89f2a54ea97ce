import { DefaultLogger, Runtime } from '@temporalio/worker';

let installed = false;

/**
 * The SDK tells of every change of a worker's state; a test run shows what failed. Called before the SDK's first use,
 * and only in files that use it: the runtime keeps a process alive until its last connection is closed.
 */
export function quietTemporal(): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
}
