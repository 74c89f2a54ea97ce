import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';

import { findHostNode, hostPath } from './find-node.mjs';
import { withInstallLock } from './install-lock.mjs';
import { Refusal } from './refusal.mjs';
import { runChild } from './run-child.mjs';

const REPORT_MS = 10_000;
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];

/**
 * Makes sure node_modules holds what package-lock.json says, for this platform. A stamp in node_modules tells in a
 * moment; `npm ci` removes it with everything else, so an interrupted one is repeated.
 */
export async function ensureDependencies(root) {
  const wanted = hashManifests(root);
  const stamp = join(root, 'node_modules', '.fatura-lock');
  const isInStep = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isInStep()) return;
  await withInstallLock(join(root, '.cache'), async () => {
    if (isInStep()) return;
    if (!wasInstalledByHand(root)) await install(root);
    writeFileSync(stamp, wanted);
  });
}

function hashManifests(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  hash.update(JSON.stringify(DEPENDENCY_FIELDS.map((field) => manifest[field] ?? null)));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

/** Whether npm's own record of node_modules says the same as the lock: somebody ran `npm ci` before this command. */
function wasInstalledByHand(root) {
  try {
    const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const record = readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8');
    const { packages: installed } = JSON.parse(record);
    return Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
      if (path === '') return true;
      // An optional package may be meant for another platform.
      if (!installed[path]) return Boolean(optional || devOptional);
      return installed[path].version === version;
    });
  } catch {
    return false;
  }
}

async function install(root) {
  const startedAt = Date.now();
  console.log('Installing the locked dependencies (npm ci); the first time this takes a minute or two.');
  const report = setInterval(() => {
    console.log(`Installing: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }, REPORT_MS);
  const code = await runNpm(root, ['ci', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error']);
  clearInterval(report);
  if (code === 0) return;
  throw new Refusal(
    `npm ci failed with exit code ${code}; what it says is above.\nCheck the network and the disk, then run the command again.`,
  );
}

/** Runs npm on the machine's own Node: the pinned one, first on PATH in a script of npm, is what `npm ci` removes. */
async function runNpm(root, args) {
  const env = { ...process.env, PATH: hostPath(root) };
  const npm = process.env.npm_execpath;
  const node = findHostNode(root) ?? process.execPath;
  try {
    if (npm && /npm-cli\.js$/.test(npm)) return await runChild(node, [npm, ...args], { cwd: root, env });
    return await runChild('npm', args, { cwd: root, env });
  } catch (error) {
    throw new Refusal(`npm could not be started (${error.code ?? error.message}): install npm, or run npm ci by hand.`);
  }
}
