import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseYaml } from '@redocly/openapi-core';
import { COMMANDS } from '../../../src/admin/commands.ts';

interface Compose {
  services: Record<string, { command?: string[]; volumes?: string[]; image?: string }>;
}
const read = (path: string): Compose =>
  parseYaml(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')) as Compose;

test('the compose file for backups turns the archive of the service that is there on, in a folder of its own', () => {
  const { services } = read('ops/backup/docker-compose.backup.yml');
  expect(Object.keys(services)).toEqual(['postgres']);
  expect(read('docker-compose.yml').services).toHaveProperty('postgres');
  const { command = [], volumes = [] } = services.postgres!;
  expect(command.filter((word) => word !== '-c')).toEqual([
    'postgres',
    'archive_mode=on',
    'archive_timeout=60',
    expect.stringMatching(/^archive_command=.* \/backup\/wal\/%f/),
  ]);
  expect(volumes).toEqual([expect.stringMatching(/^\$\{BACKUP_DIR:\?.*\}:\/backup$/)]);
});

test('the usage text names each command of an operator, and each that the runbook has', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const usage = readFileSync(join(import.meta.dirname, '../../../src/admin.ts'), 'utf8');
  const named = [...runbook.matchAll(/(?:admin\.js|`admin) ([a-z-]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(4);
  for (const name of new Set([...named, ...Object.keys(COMMANDS)])) expect(usage).toContain(`  admin ${name}`);
});
