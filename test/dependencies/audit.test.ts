import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '../../tools/run-audit.mjs')).href;
const ADVISORY = {
  /** npm remembers what it made of one. */
  id: 1_100_001,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Pads without end',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
};

describe('npm run audit, of a project with one dependency', () => {
  const root = mkdtempSync(join(tmpdir(), 'fatura-audit-'));
  /** The registry's answer about the dependency; null: it has no advisories to give. */
  let advisories: object[] | null;
  let registry: Server;

  beforeAll(async () => {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { 'left-pad': '1.3.0' } }));
    const locked = { version: '1.3.0', integrity: `sha512-${Buffer.alloc(64).toString('base64')}` };
    const packages = { '': { dependencies: { 'left-pad': '1.3.0' } }, 'node_modules/left-pad': locked };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
    registry = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (request.method === 'GET') {
        return response.end(JSON.stringify({ name: 'left-pad', versions: { '1.3.0': {} }, 'dist-tags': {} }));
      }
      response.statusCode = advisories ? 200 : 405;
      response.end(JSON.stringify(advisories && advisories.length > 0 ? { 'left-pad': advisories } : {}));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    advisories = [];
    except([]);
  });
  afterAll(() => {
    registry?.close();
    rmSync(root, { recursive: true, force: true });
  });

  function except(exceptions: object[]): void {
    writeFileSync(join(root, 'audit-exceptions.json'), JSON.stringify(exceptions));
  }

  function audit(settings: Record<string, string> = {}): Promise<{ code: number; lines: string[] }> {
    const { port } = registry.address() as AddressInfo;
    const script = `process.exitCode = await (await import(process.env.PROGRAM)).runAudit({ root: process.env.ROOT, today: '2026-11-22' })`;
    const env = {
      PATH: process.env.PATH,
      HOME: root,
      PROGRAM,
      ROOT: root,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(root, 'cache'),
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
      ...settings,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', script], { env, cwd: root }, (failure, stdout) => {
        resolve({ code: failure ? Number(failure.code) : 0, lines: stdout.trim().split('\n') });
      });
    });
  }

  test('passes where nothing is known against it', async () => {
    const { code, lines } = await audit();
    expect(lines).toEqual(['0 advisories for what is locked, 0 of them to be mended now.', '1 passed, 0 failed']);
    expect(code).toBe(0);
  });

  test('a high advisory fails, and says which', async () => {
    advisories = [ADVISORY];
    const { code, lines } = await audit();
    expect(lines[0]).toBe(`high: left-pad <2.0.0: Pads without end ${ADVISORY.url}`);
    expect([code, lines.at(-1)]).toEqual([1, '0 passed, 1 failed']);
  });

  test('a moderate one is told, and lets pass', async () => {
    advisories = [{ ...ADVISORY, id: ADVISORY.id + 1, severity: 'moderate' }];
    const { code, lines } = await audit();
    expect(lines[0]).toMatch(/^moderate: left-pad/);
    expect([code, lines.at(-1)]).toEqual([0, '1 passed, 0 failed']);
  });

  test.each([
    ['2026-11-22', 0, '1 passed, 0 failed', '  excepted until 2026-11-22: we pad nothing'],
    ['2026-11-21', 1, '0 passed, 1 failed', '  excepted no more, since 2026-11-21: we pad nothing'],
  ])('an exception is believed until its day: %s', async (until, exitCode, last, said) => {
    advisories = [ADVISORY];
    except([{ id: 'GHSA-aaaa-bbbb-cccc', reason: 'we pad nothing', until }]);
    const { code, lines } = await audit();
    expect([code, lines.at(-1), lines[1]]).toEqual([exitCode, last, said]);
  });

  test('a registry without advisories audits nothing, which counts as neither, and fails where it must not be left out', async () => {
    advisories = null;
    const left = await audit();
    expect(left.lines[0]).toMatch(/^NOT AUDITED: .*405/);
    expect([left.code, left.lines.at(-1)]).toEqual([0, '0 passed, 0 failed']);
    const required = await audit({ REQUIRE_AUDIT: '1' });
    expect([required.code, required.lines.at(-1)]).toEqual([1, '0 passed, 1 failed']);
  });
});
