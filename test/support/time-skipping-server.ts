import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client, Connection } from '@temporalio/client';
import type { EphemeralServerExecutable } from '@temporalio/testing';

import { cacheDir } from '../../src/dev/cache-dir.ts';
import { downloadServer } from '../../src/dev/download-server.ts';
import { withFileLock } from '../../src/dev/file-lock.ts';
import { findOnPath } from '../../src/dev/find-on-path.ts';
import { reportElapsed } from '../../src/dev/report-elapsed.ts';
import { runProgram } from '../../src/dev/run-program.ts';
import { spawnTracked, stopTracked } from '../../src/dev/spawn-tracked.ts';
import type { FindOptions } from '../../src/dev/temporal-binary.ts';
import { UserError } from '../../src/dev/user-error.ts';
import { freePort } from './free-port.ts';

/** The release of the Java SDK whose test server is fetched where the SDK's own download is out of reach. */
const TEST_SERVER_VERSION = '1.38.0';
/** Says nothing: the server brings no logger of its own, and the logging library complains of that at every start. */
const SILENT_LOGGER_VERSION = '1.7.36';
const PROGRAM = 'temporal-test-server';
const CLASSES = 'classes.jsa';
const ARCHIVE_PATIENCE_MS = 20_000;

/**
 * The options that a test passes to `TestWorkflowEnvironment`: taken from TEMPORAL_TEST_SERVER, which Jest's set-up
 * fills in once.
 */
export async function resolveTestServer(options: FindOptions = {}): Promise<EphemeralServerExecutable> {
  const path = process.env.TEMPORAL_TEST_SERVER;
  return path ? { type: 'existing-path', path } : await timeSkippingExecutable(options);
}

/**
 * Temporal's test server, which skips time: the one in the cache, the SDK's download, or from Maven one that Java runs.
 * The program lands in the cache whole or not at all.
 * @throws UserError when there is none and none can be had, saying what to install
 */
export async function timeSkippingExecutable(
  options: FindOptions = {},
): Promise<EphemeralServerExecutable & { type: 'existing-path' }> {
  const folder = join(cacheDir(), `test-server-${TEST_SERVER_VERSION}`);
  const found = findCached(folder);
  if (found) return { type: 'existing-path', path: found };
  const onWait = (): void => {
    options.onProgress?.('waiting for another process that prepares it');
  };
  return await withFileLock(join(folder, 'lock.db'), { onWait, signal: options.signal }, async () => {
    const path = findCached(folder) ?? (await fetchInto(folder, options));
    return { type: 'existing-path', path };
  });
}

/** The downloaded program, or where Java still is, the script that runs the server from its jars. */
function findCached(folder: string): string | undefined {
  const native = join(folder, 'native', PROGRAM);
  if (existsSync(native)) return native;
  const script = join(folder, 'jvm', PROGRAM);
  return existsSync(script) && findJava() ? script : undefined;
}

async function fetchInto(folder: string, options: FindOptions): Promise<string> {
  const draft = mkdtempSync(join(folder, 'new-'));
  try {
    const download = await downloadServer('time-skipping', draft, options);
    const kind = download.path ? 'native' : 'jvm';
    const made = mkdtempSync(join(folder, 'new-'));
    if (download.path) cpSync(download.path, join(made, PROGRAM));
    else await assemble(made, download.reason, options);
    chmodSync(join(made, PROGRAM), 0o755);
    rmSync(join(folder, kind), { recursive: true, force: true });
    renameSync(made, join(folder, kind));
    return join(folder, kind, PROGRAM);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function assemble(folder: string, downloadFailure: string, options: FindOptions): Promise<void> {
  const maven = findOnPath('mvn');
  if (!maven || !findJava()) {
    throw new UserError(
      `Temporal's test server is missing: its download failed (${downloadFailure}), and ` +
        `${maven ? 'Java' : 'Maven'} is not installed.\nInstall Java 11 or newer and Maven, or allow the download.`,
    );
  }
  writeFileSync(join(folder, 'pom.xml'), pom());
  const stop = reportElapsed(options.onProgress, 'fetching the test server with Maven, once');
  const args = ['-q', '-B', '-f', join(folder, 'pom.xml'), 'dependency:copy-dependencies'];
  args.push('-DincludeScope=runtime', `-DoutputDirectory=${join(folder, 'lib')}`);
  const fetched = await runProgram(maven, args, { signal: options.signal });
  stop();
  options.signal?.throwIfAborted();
  if (!fetched.ok) {
    const reason = fetched.output.split('\n').find((line) => line.includes('ERROR')) ?? fetched.end;
    throw new UserError(`Maven could not fetch Temporal's test server.\n${reason.trim().slice(0, 300)}`);
  }
  writeFileSync(join(folder, PROGRAM), script(readdirSync(join(folder, 'lib'))));
  chmodSync(join(folder, PROGRAM), 0o755);
  await archiveClasses(folder);
}

/**
 * Lets Java write down the classes that a server of one workflow loads (class data sharing): each later server reads
 * them in 0.2 s, in place of 0.7. Without the archive, or with another Java, a server starts as slowly as before.
 */
async function archiveClasses(folder: string): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, JDK_JAVA_OPTIONS: `-XX:ArchiveClassesAtExit=${CLASSES}` };
  const server = spawnTracked(join(folder, PROGRAM), [String(port)], { env, stdio: 'ignore' });
  try {
    const connection = await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: ARCHIVE_PATIENCE_MS });
    const handle = await new Client({ connection }).workflow.start('any', { taskQueue: 'none', workflowId: 'any' });
    await handle.terminate();
    await connection.close();
  } catch {
    // The archive spares time and nothing else.
  } finally {
    await stopTracked(server, 'SIGTERM', ARCHIVE_PATIENCE_MS);
  }
}

function findJava(): string | undefined {
  const home = process.env.JAVA_HOME;
  const ofHome = home ? findOnPath('java', join(home, 'bin')) : undefined;
  return ofHome ?? findOnPath('java');
}

function pom(): string {
  const dependency = (groupId: string, artifactId: string, version: string): string =>
    `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`;
  return `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>fatura</groupId><artifactId>test-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    ${dependency('io.temporal', PROGRAM, TEST_SERVER_VERSION)}
    ${dependency('org.slf4j', 'slf4j-nop', SILENT_LOGGER_VERSION)}
  </dependencies>
</project>
`;
}

/**
 * The SDK starts its test server as `PROGRAM PORT` and gives it five seconds: the flags trade peak speed for a quick
 * start. Java takes an archive of classes for jars of the same names in the same order only, so the folder is the
 * working directory and each jar is named. `exec`, so that the SDK's kill reaches Java itself.
 */
function script(jars: string[]): string {
  return `#!/bin/sh
cd "$(dirname "$0")" || exit 1
java=java
if [ -n "$JAVA_HOME" ] && [ -x "$JAVA_HOME/bin/java" ]; then java="$JAVA_HOME/bin/java"; fi
if [ -f ${CLASSES} ]; then archive=-XX:SharedArchiveFile=${CLASSES}; else archive=; fi
exec "$java" -Xmx1g -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable $archive \\
  -cp ${jars.map((jar) => `lib/${jar}`).join(':')} io.temporal.testserver.TestServer "$@"
`;
}
