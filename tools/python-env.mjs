import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withInstallLock } from './install-lock.mjs';
import { Refusal } from './refusal.mjs';
import { runChild } from './run-child.mjs';

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const REMEDY =
  'The fuzzer of the API and the Python client need Python 3.11 or newer with venv. Install them, then run this again:\n' +
  '  Debian, Ubuntu: apt-get install python3 python3-venv     Fedora: dnf install python3     macOS: brew install python';

/**
 * Makes sure there is a Python environment with exactly what `requirements` pins by version and hash, in `.cache`, and
 * returns its interpreter. Another list or another Python gets another environment.
 */
export async function ensurePythonEnv(root, requirements) {
  const { python, version } = findPython();
  const hash = createHash('sha256').update(readFileSync(requirements)).update(`${version} ${root}`).digest('hex');
  const folder = join(root, '.cache', `python-${hash.slice(0, 16)}`);
  const interpreter = join(folder, 'bin', 'python');
  const stamp = join(folder, '.complete');
  await withInstallLock(join(root, '.cache'), async () => {
    if (existsSync(stamp)) return;
    rmSync(folder, { recursive: true, force: true });
    console.log(`Making a Python environment in ${folder}; the first time this takes half a minute.`);
    await run(root, python, ['-m', 'venv', folder], `${python} -m venv failed; what it says is above.\n${REMEDY}`);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--require-hashes'];
    const refusal = 'pip install failed; what it says is above. Check the network and the disk, then run this again.';
    await run(root, interpreter, [...pip, '-r', requirements], refusal);
    writeFileSync(stamp, '');
  });
  return interpreter;
}

function findPython() {
  for (const python of NAMES) {
    const script = 'import sys; print(*sys.version_info[:3], sys.executable); sys.exit(sys.version_info < (3, 11))';
    const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
    if (status === 0) return { python, version: stdout.trim() };
  }
  throw new Refusal(REMEDY);
}

async function run(root, file, args, refusal) {
  const code = await runChild(file, args, { cwd: root });
  if (code !== 0) throw new Refusal(refusal);
}
