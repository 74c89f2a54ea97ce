/** The version of Temporal's command line that the project is tested with; the newest that `go install` can build. */
export const TEMPORAL_VERSION = 'v1.5.1';

const OLDEST_CLI: Version = [1, 5];
const OLDEST_SERVER: Version = [1, 29];

type Version = [major: number, minor: number];

/**
 * Whether what `temporal --version` printed is recent enough: version 1.5, or for one built from source, which calls
 * itself 0.0.0-DEV, a server of at least 1.29.
 */
export function isRecentTemporal(versionLine: string): boolean {
  const cli = readVersion(/temporal version v?(\d+)\.(\d+)/, versionLine);
  if (!cli) return false;
  if (cli[0] > 0) return isAtLeast(cli, OLDEST_CLI);
  const server = readVersion(/Server v?(\d+)\.(\d+)/, versionLine);
  return server !== undefined && isAtLeast(server, OLDEST_SERVER);
}

/** Whether `go version` names a Go that can build the command line: 1.25 or newer. */
export function isRecentGo(versionLine: string): boolean {
  const go = readVersion(/\bgo(\d+)\.(\d+)/, versionLine);
  return go !== undefined && isAtLeast(go, [1, 25]);
}

function readVersion(pattern: RegExp, text: string): Version | undefined {
  const match = pattern.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

function isAtLeast(version: Version, oldest: Version): boolean {
  return version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1]);
}
