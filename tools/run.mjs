// Runs the project's commands on the pinned Node, whatever Node started npm:
//
//   node tools/run.mjs start | dev | test [jest arguments] | jest [arguments] | watch [jest arguments] | unit
//     | fuzz [--seed N] [--examples N] | faults [--seed N] [--quick] [--only NAMES] [--where-possible]
//     | bench [NAME] [options]
//     | check [--all] | types | lint | format | rules | audit | build | generate | db | reset [--yes] | seed
//
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureDependencies } from './ensure-dependencies.mjs';
import { runAudit } from './run-audit.mjs';
import { CHECK_NAMES, runChecks } from './run-checks.mjs';
import { runSteps } from './run-steps.mjs';
import { findNode } from './find-node.mjs';
import { runFuzz } from './run-fuzz.mjs';
import { argumentsFor, PATIENCE_OF_ONE_FILE_MS, runJest, runTests } from './run-jest.mjs';
import { runChild } from './run-child.mjs';
import { Refusal } from './refusal.mjs';

const OLDEST_NODE = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Node's compiled form of a file serves every process that a command starts: the platform is a second sooner there.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/node');

const COMMANDS = {
  start: (node) => runChild(node, [QUIET, 'src/dev/start.ts'], { cwd: root, channel: true }),
  dev: (node) => runChild(node, [QUIET, 'src/dev/start.ts', '--live'], { cwd: root, channel: true }),
  test: (node, args) => runTests({ root, node, args }),
  jest: (node, args) => runJest({ root, node, args }),
  watch: (node, args) => {
    process.env.TEST_PATIENCE_MS ??= PATIENCE_OF_ONE_FILE_MS;
    return runChild(node, [QUIET, 'test/support/watch.ts', ...argumentsFor(args)], { cwd: root });
  },
  unit: (node, args) => runJest({ root, node, args: ['--config', 'jest.unit.config.js', ...args] }),
  db: (node, args) => runChild(node, [QUIET, 'tools/open-psql.ts', ...args], { cwd: root }),
  reset: (node, args) => runChild(node, [QUIET, 'tools/reset.ts', ...args], { cwd: root }),
  seed: (node) => runChild(node, [QUIET, 'tools/seed.ts'], { cwd: root }),
  fuzz: (node, args) => runFuzz({ root, node, args }),
  faults: (node, args) => runChild(node, [QUIET, 'test/faults/run.ts', ...args], { cwd: root }),
  bench: async (node, args) => {
    // Without a name all of it, which begins with an option or with nothing.
    const [name = 'all', ...rest] = !args[0] || args[0].startsWith('-') ? ['all', ...args] : args;
    if (!BENCHMARKS.includes(name)) throw new Refusal(`Name a benchmark: ${BENCHMARKS.join(', ')}.`);
    // The peers of the product are installed for this alone.
    if (name === 'all') await ensureDependencies(join(root, 'bench'));
    return runChild(node, [QUIET, `bench/${name}.ts`, ...rest], { cwd: root });
  },
  audit: () => runAudit({ root }),
  check: (node, args) => {
    const stranger = args.find((arg) => arg !== '--all');
    if (stranger) throw new Refusal(`npm run check takes --all and nothing else, not ${stranger}.`);
    return runChecks({ root, node, onChanged: args.length === 0 });
  },
  ...Object.fromEntries(CHECK_NAMES.map((name) => [name, (node) => runChecks({ root, node, only: [name] })])),
  generate: (node) => runSteps({ root, node, steps: [{ name: 'the client', args: ['tools/generate-client.ts'] }] }),
  build: (node) =>
    runSteps({
      root,
      node,
      steps: [
        { name: 'compile', args: ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'] },
        { name: 'copy pages', args: ['tools/copy-pages.mjs'] },
        { name: 'bundle workflows', args: ['src/dev/build-workflow-bundle.ts'] },
      ],
    }),
};
const BENCHMARKS = ['all', 'scale', 'webhook-isolation', 'panel-lists', 'soak', 'subscriptions'];
const QUIET = '--disable-warning=ExperimentalWarning';

try {
  process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(name, args) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new Refusal(
      `This is Node ${process.versions.node}; Fatura needs Node ${OLDEST_NODE} or newer to set itself up.`,
    );
  }
  const command = COMMANDS[name];
  if (!command) throw new Refusal(`Unknown command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}.`);
  await ensureDependencies(root);
  return command(findNode(root), args);
}
