import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  /** Comes inside of another package's archive, which has the hash. */
  inBundle?: boolean;
}

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>;
const packages = Object.entries(read('package-lock.json').packages as Record<string, LockedPackage>).filter(
  ([path]) => path !== '',
);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the lock file', () => {
  test('is an archive of a registry with its hash, and nothing else', () => {
    expect(packages.length).toBeGreaterThan(100);
    const others = packages.filter(
      ([, { integrity, resolved, link, inBundle }]) =>
        link === true || resolved !== undefined || (inBundle !== true && !integrity?.startsWith('sha512-')),
    );
    expect(others.map(([path]) => path)).toEqual([]);
  });

  test('runs a script at its installation only if somebody decided so', () => {
    const withScript = new Set(
      packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)),
    );
    expect([...withScript].sort()).toEqual(Object.keys(read('package.json').allowScripts as object).sort());
  });

  test('is asked for by exact versions', () => {
    const manifest = read('package.json') as Record<string, Record<string, string>>;
    const asked = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind]!),
    );
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
