import { DefaultLogger, Runtime } from '@temporalio/worker';
import { TestWorkflowEnvironment } from '@temporalio/testing';

import { TEMPORAL_VERSION } from './temporal-version.ts';

// Run as a program: `download-server-script.ts dev-server|time-skipping FOLDER`. Starting the server once is how the
// SDK is made to download it, and proves on the way that it runs here.
const [kind, downloadDir = ''] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });
try {
  const environment =
    kind === 'time-skipping'
      ? await TestWorkflowEnvironment.createTimeSkipping({
          server: { executable: { type: 'cached-download', downloadDir } },
        })
      : await TestWorkflowEnvironment.createLocal({
          server: { executable: { type: 'cached-download', version: TEMPORAL_VERSION, downloadDir } },
        });
  await environment.teardown();
  process.exit(0);
} catch (error) {
  // The SDK nests one message in the other; the innermost, after the last colon, is the cause.
  console.error(String(error).split(': ').at(-1));
  process.exit(1);
}
