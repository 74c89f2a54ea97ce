import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../src/dev/cache-dir.ts';
import type { InstallOptions } from '../../src/dev/install-go-program.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { acceptsConnections } from '../../src/dev/ports.ts';
import { spawnTracked, stopTracked } from '../../src/dev/spawn-tracked.ts';
import { freePort } from './free-port.ts';
import { findGoProgram } from './go-program.ts';

/** The newest commit that the Go module proxy knows: the project's tags are no module versions. */
const VERSION = 'v0.0.0-20260228092603-2a5e92d09ab6';
const READY_MS = 10_000;
const ALIAS = 'alias/fatura';

export interface LocalKms {
  /** The name of a key of the service. */
  key: string;
  /** The SDK's settings that lead to the service. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Local KMS (github.com/nsmithuk/local-kms) on a free port: AWS KMS' protocol with real encryption, and one key.
 * @throws UserError when it is not there and cannot be compiled
 */
export async function startLocalKms(): Promise<LocalKms> {
  const program = process.env.TEST_LOCAL_KMS ?? (await findLocalKms());
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'fatura-kms-'));
  const seed = join(folder, 'seed.yaml');
  const keyId = 'bc436485-5092-42b8-92a3-0aa8b93536dc';
  writeFileSync(
    seed,
    `Keys:
  Symmetric:
    Aes:
      - Metadata:
          KeyId: ${keyId}
        BackingKeys:
          - ${'5c'.repeat(32)}
Aliases:
  - AliasName: ${ALIAS}
    TargetKeyId: ${keyId}
`,
  );
  const env = { PORT: String(port), KMS_DATA_PATH: folder, KMS_SEED_PATH: seed, KMS_REGION: 'sa-east-1' };
  const server = spawnTracked(program, [], { stdio: 'ignore', env });
  const stop = async (): Promise<void> => {
    await stopTracked(server, 'SIGTERM', 2_000);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await pollUntil(() => acceptsConnections(port), { timeoutMs: READY_MS }))) {
    await stop();
    throw new Error('Local KMS did not start.');
  }
  return {
    key: ALIAS,
    env: {
      AWS_REGION: 'sa-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
    },
    stop,
  };
}

/** From the cache, or compiled once. */
export async function findLocalKms(options: InstallOptions = {}): Promise<string> {
  const program = {
    name: 'Local KMS',
    file: 'local-kms',
    source: `github.com/nsmithuk/local-kms@${VERSION}`,
    takes: 'about a minute',
    whatToInstall: 'Install Go 1.25 or newer.',
  };
  return await findGoProgram(program, join(cacheDir(), `local-kms-${VERSION}`), options);
}
