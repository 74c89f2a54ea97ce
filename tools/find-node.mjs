import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

import { Refusal } from './refusal.mjs';

const WANTED_NODE = 24;

/** The Node that runs the project: the one that npm installed for this platform, else one of the machine's own. */
export function findNode(root) {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  const candidates = [pinned, process.execPath, findHostNode(root)];
  const found = candidates.find((path) => path && isRecent(path));
  if (found) return found;
  throw new Refusal(
    `There is no Node ${WANTED_NODE} for ${process.platform}-${process.arch} among the packages, or it does not run here.\n` +
      `Install Node ${WANTED_NODE} or newer and start again; this is Node ${process.versions.node}.`,
  );
}

/** The first `node` on PATH that is not inside this project's node_modules, where npm puts the pinned one in front. */
export function findHostNode(root) {
  const folders = hostPath(root).split(delimiter);
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
}

/** PATH without this project's node_modules: what it names there vanishes while dependencies are installed. */
export function hostPath(root) {
  const own = join(root, 'node_modules') + sep;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => folder && !folder.startsWith(own)).join(delimiter);
}

function isRecent(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 && Number.parseInt(stdout.slice(1), 10) >= WANTED_NODE;
}
