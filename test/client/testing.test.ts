import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findTemporal } from '../../src/dev/temporal-binary.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A project of a client system: the packages from their tarballs, the runners from the project's own folder. */
describe('the package for tests, in a project of its own', () => {
  let project: string;
  beforeAll(async () => {
    await findTemporal();
    project = mkdtempSync(join(tmpdir(), 'fatura-testing-'));
    for (const folder of ['client', 'client/testing']) {
      await run('npm', ['pack', '--pack-destination', project], { cwd: join(ROOT, folder) });
    }
    const tarballs = readdirSync(project).map((name) => `./${name}`);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: project });
    for (const name of ['vitest', '@jest']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    }
  }, 600_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each([
    ['jest', ['--experimental-vm-modules', join(ROOT, 'node_modules/jest/bin/jest.js'), '--rootDir', '.']],
    ['vitest', [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run']],
  ])(
    'runs the example for %s: a whole product, its clock and its receiver',
    async (runner, args) => {
      const file = `overdue.${runner}.test.mjs`;
      copyFileSync(join(ROOT, 'docs/examples/testing', file), join(project, file));
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, FATURA_HOME: ROOT, NO_COLOR: '1' };
      const more = runner === 'jest' ? ['--testMatch', `**/${file}`] : [file];
      const { stdout, stderr } = await run(process.execPath, [...args, ...more], { cwd: project, env });
      expect(stdout + stderr).toMatch(/Tests: +1 passed|Tests +1 passed/);
    },
    120_000,
  );
});
