import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = '.dependency-cruiser.cjs';
const { forbidden } = createRequire(import.meta.url)(join(ROOT, CONFIG)) as { forbidden: { name: string }[] };

/** A file, the import in it that a rule forbids, and the file that it imports. */
const PLANTED: Record<string, [from: string, to: string]> = {
  'base-imports-downwards': ['src/base/money/a.ts', 'src/invoices/b.ts'],
  'banking-imports-downwards': ['src/banking/a.ts', 'src/accounts/b.ts'],
  'accounts-imports-downwards': ['src/accounts/a.ts', 'src/catalog/b.ts'],
  'catalog-imports-downwards': ['src/catalog/a.ts', 'src/gateways/b.ts'],
  'gateways-imports-downwards': ['src/gateways/a.ts', 'src/payments/b.ts'],
  'events-imports-downwards': ['src/events/a.ts', 'src/webhooks/b.ts'],
  'webhooks-imports-downwards': ['src/webhooks/a.ts', 'src/invoices/b.ts'],
  'invoices-imports-downwards': ['src/invoices/a.ts', 'src/payments/b.ts'],
  'payments-imports-downwards': ['src/payments/a.ts', 'src/subscriptions/b.ts'],
  'subscriptions-imports-downwards': ['src/subscriptions/a.ts', 'src/outbox/b.ts'],
  'privacy-imports-downwards': ['src/privacy/a.ts', 'src/statistics/b.ts'],
  'retention-imports-downwards': ['src/retention/a.ts', 'src/outbox/b.ts'],
  'statistics-imports-downwards': ['src/statistics/a.ts', 'src/panel/b.ts'],
  'outbox-imports-downwards': ['src/outbox/a.ts', 'src/platform/b.ts'],
  'platform-imports-downwards': ['src/platform/a.ts', 'src/checkout/b.ts'],
  'checkout-imports-downwards': ['src/checkout/a.ts', 'src/app/b.ts'],
  'panel-imports-downwards': ['src/panel/a.ts', 'src/admin/b.ts'],
  'sandbox-imports-downwards': ['src/sandbox/a.ts', 'src/app/c.ts'],
  'admin-imports-downwards': ['src/admin/a.ts', 'src/server.ts'],
  'every-folder-has-a-floor': ['src/attic/a.ts', 'src/base/b.ts'],
  'no-circles': ['src/accounts/circle-a.ts', 'src/accounts/circle-b.ts'],
  'pure-rules-are-pure': ['src/banking/amounts.ts', 'src/base/crypto/b.ts'],
  'workflows-are-deterministic': ['workflows/a.ts', 'src/invoices/c.ts'],
  'src-does-not-know-workflows': ['src/outbox/c.ts', 'workflows/b.ts'],
  'activities-know-no-door': ['activities/a.ts', 'src/panel/c.ts'],
  'only-composition-builds-things': ['src/platform/c.ts', 'src/base/db/orm.ts'],
  'routes-and-screens-hold-no-query': ['src/panel/d.screens.ts', '@mikro-orm/core'],
  'only-composition-serves-routes': ['src/checkout/d.ts', 'src/events/e.routes.ts'],
  'gateways-are-strangers': ['src/payments/c.ts', 'src/gateways/bank/b.ts'],
  'gateways-know-no-other': ['src/gateways/bank/c.ts', 'src/gateways/stripe/b.ts'],
  'packages-of-gateways-are-their-own': ['src/payments/d.ts', 'stripe'],
  'client-stands-alone': ['client/a.ts', 'src/base/c.ts'],
  'nothing-is-made-of-the-client': ['src/base/d.ts', 'client/b.ts'],
  'dev-is-for-development': ['src/platform/d.ts', 'src/dev/b.ts'],
  'no-development-packages-in-production': ['src/base/e.ts', 'fast-check'],
  'no-unresolvable': ['src/base/f.ts', './nowhere.ts'],
};

describe('the rules of imports', () => {
  let house: string;
  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'fatura-house-'));
    for (const name of [CONFIG, 'package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(house, name));
    symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
    for (const [from, to] of Object.values(PLANTED)) {
      write(from, `import { b } from '${specifier(from, to)}';\nexport const a = b;\n`);
      if (/^(src|workflows|activities|client)\//.test(to)) write(to, 'export const b = 1;\n');
    }
    const [one, other] = PLANTED['no-circles']!;
    // A type is enough for a circle.
    write(other, `import type { a } from '${specifier(other, one)}';\nexport const b: typeof a | 1 = 1;\n`);
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }

  test('refuse a planted import each, and have no rule that no import breaks', async () => {
    expect(Object.keys(PLANTED).sort()).toEqual(forbidden.map(({ name }) => name).sort());
    const args = [
      join(ROOT, 'node_modules/.bin/depcruise'),
      '--config',
      CONFIG,
      '--output-type',
      'json',
      '--preserve-symlinks',
    ];
    const cruise = promisify(execFile)(process.execPath, [...args, 'src', 'workflows', 'activities', 'client'], {
      cwd: house,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { stdout } = await cruise.catch((error: unknown) => error as { stdout: string });
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    const broken = Object.entries(PLANTED).filter(([name, [from]]) =>
      summary.violations.some((violation) => violation.rule.name === name && violation.from === from),
    );
    expect(broken.map(([name]) => name).sort()).toEqual(Object.keys(PLANTED).sort());
  });

  test('leave `src` with at most 24 entries', () => {
    expect(readdirSync(join(ROOT, 'src')).length).toBeLessThanOrEqual(24);
  });
});

function specifier(from: string, to: string): string {
  if (!/^(src|workflows|activities|client)\//.test(to)) return to;
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}
