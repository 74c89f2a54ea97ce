import { fileURLToPath } from 'node:url';

import { describeFailure } from './user-error.ts';
import { bundleWorkflows } from './workflow-bundle.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

// The second half of `npm run build`: the bundle that WORKFLOW_BUNDLE names in production.
const target = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));
try {
  await writeFileAtomic(target, await bundleWorkflows(), 0o644);
  console.log('dist/workflow-bundle.js is made');
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
