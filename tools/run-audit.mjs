import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm's names of the severities, from the one that is lived with to the one that stops a change. */
const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'];
/** npm asks again and again for minutes where a registry does not answer. */
const LIMIT_MS = 2 * 60_000;
const STOPS_FROM = SEVERITIES.indexOf('high');

/**
 * Holds what is locked, for production and for development, to the advisories of npm's registry. High and critical ones
 * fail, unless `audit-exceptions.json` names them with a reason and a day until which that is believed; others are
 * printed.
 *
 * A registry without advisories, or none at all, audits nothing: that is said, counts neither as passed nor as failed,
 * and fails only where `REQUIRE_AUDIT=1`. The last line is `N passed, N failed`.
 */
export async function runAudit({ root, today = new Date().toISOString().slice(0, 10) }) {
  const answer = await askNpm(root);
  const advisories = readAdvisories(answer);
  if (!advisories) {
    const isRequired = process.env.REQUIRE_AUDIT === '1';
    console.log(`NOT AUDITED: the registry gave no advisories (${reasonOf(answer)}).`);
    return finish({ passed: 0, failed: isRequired ? 1 : 0 });
  }
  const exceptions = readExceptions(root);
  const stopping = advisories.filter((advisory) => {
    const exception = exceptions.find(({ id }) => advisory.url.endsWith(`/${id}`));
    const isExcepted = exception !== undefined && exception.until >= today;
    console.log(`${advisory.severity}: ${advisory.name} ${advisory.range}: ${advisory.title} ${advisory.url}`);
    if (exception) {
      const end = isExcepted ? 'until' : 'no more, since';
      console.log(`  excepted ${end} ${exception.until}: ${exception.reason}`);
    }
    return SEVERITIES.indexOf(advisory.severity) >= STOPS_FROM && !isExcepted;
  });
  console.log(`${advisories.length} advisories for what is locked, ${stopping.length} of them to be mended now.`);
  return finish(stopping.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: stopping.length });
}

function finish({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @returns what `npm audit` printed as JSON, or null where it printed none */
async function askNpm(root) {
  const npm = process.env.npm_execpath;
  const [file, ...first] = npm && /npm-cli\.js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  const child = spawn(file, [...first, 'audit', '--json', '--package-lock-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

function reasonOf(answer) {
  return answer?.message ?? answer?.error?.summary ?? 'npm said nothing that could be read';
}

/** Each advisory once: npm lists it with every package on the way to it. */
function readAdvisories(answer) {
  if (!answer?.vulnerabilities) return null;
  const found = Object.values(answer.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  );
  return [...new Map(found.map((one) => [`${one.name} ${one.url}`, one])).values()];
}

/** `[{ "id": "GHSA-…", "reason": "why it does not concern us", "until": "2027-01-31" }]` */
function readExceptions(root) {
  const path = join(root, 'audit-exceptions.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}
