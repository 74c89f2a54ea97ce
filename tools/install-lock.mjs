import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from './refusal.mjs';

const POLL_MS = 500;
const LIMIT_MS = 15 * 60_000;

/** Runs `work` while no other process of this project installs: two at once would tear node_modules apart. */
export async function withInstallLock(folder, work) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'install.lock');
  const deadline = Date.now() + LIMIT_MS;
  for (let hasTold = false; !tryTake(path); hasTold = true) {
    const holder = readHolder(path);
    if (holder !== undefined && !isAlive(holder)) removeStale(path, holder);
    if (!hasTold) console.log(`Waiting for process ${holder ?? 'unknown'}, which installs the dependencies.`);
    if (Date.now() > deadline) throw new Refusal(`${path} is held by process ${holder}: end it, or remove that file.`);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Refusal(`${path} cannot be written (${error.code}): the project's folder must be writable to install.`);
  }
}

function readHolder(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Another process may have taken the lock since it was read: then what was moved away is put back. */
function removeStale(path, holder) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readHolder(aside) !== holder) linkSync(aside, path);
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { force: true });
}
