import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import { runAdmin } from '../../support/run-admin.ts';

const world = useApiWorld();

interface Token {
  id: number;
  token: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

/** The output of the commands, as JSON. */
interface Output extends Token {
  company_id: number;
  production_token: string;
  previous: Token;
}

/** The command as an operator runs it. */
const admin = async (...args: string[]) => {
  const { output, ...rest } = await runAdmin(world.current, ...args);
  return { ...rest, output: output as Output };
};

async function statusOf(token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${world.current.baseUrl}/api/v1/customers`, { headers })).status;
}

describe('an operator', () => {
  test('creates a store, changes its plan, and rotates and revokes its tokens', async () => {
    const { output: store } = await admin('create-company', '--name', 'A', '--city', 'B', '--plan', 'growth');
    const company = ['--company', String(store.company_id)];
    expect(await statusOf(store.production_token)).toBe(200);

    const own = await admin('set-plan', ...company, '--plan', 'scale', '--requests-per-minute', '5000');
    expect(own.output).toMatchObject({ plan: 'scale', requests_per_minute: 5_000, limit_of: 'company' });
    const plans = await admin('set-plan', ...company, '--plan', 'scale', '--requests-per-minute', 'plan');
    expect(plans.output).toMatchObject({ plan: 'scale', requests_per_minute: 3_000, limit_of: 'plan' });

    const { output: rotated } = await admin('rotate-token', ...company, '--environment', 'production');
    const overlap = Date.parse(rotated.previous.expires_at) - Date.parse(rotated.created_at);
    expect(overlap).toBe(24 * 3_600_000);
    const { output: revoked } = await admin('revoke-token', ...company, '--token', String(rotated.previous.id));
    expect(revoked.revoked_at).not.toBeNull();
    expect([await statusOf(store.production_token), await statusOf(rotated.token)]).toEqual([401, 200]);

    const listed = await admin('list-tokens', ...company);
    expect(JSON.stringify(listed.output)).not.toContain(rotated.token);
    expect(listed.output).toMatchObject([
      { environment: 'production', token: `fatura_live_…${store.production_token.slice(-4)}` },
      { environment: 'sandbox', last_used_at: null, expires_at: null, revoked_at: null },
      { id: rotated.id, token: `fatura_live_…${rotated.token.slice(-4)}`, last_used_at: expect.any(String) },
    ]);
  });

  test.each([
    ['no command', [], 'Usage:'],
    ['an unknown command', ['toString'], 'There is no command toString.'],
    ['an option of another command', ['list-tokens', '--company', '1', '--plan', 'growth'], "Unknown option '--plan'"],
    ['a missing option', ['list-tokens'], '--company is missing'],
    ['an id that is none', ['list-tokens', '--company', 'one'], '--company is "one": give its id'],
    ['a company that does not exist', ['list-tokens', '--company', '999'], 'There is no company 999. create-company'],
    [
      'a plan that is none',
      ['set-plan', '--company', '1', '--plan', 'gold'],
      '--plan is "gold": give one of starter, growth, scale.',
    ],
    [
      'a number of requests that is none',
      ['set-plan', '--company', '1', '--plan', 'scale', '--requests-per-minute', '0'],
      '--requests-per-minute is "0": give a whole number',
    ],
    [
      'an environment that is none',
      ['rotate-token', '--company', '1', '--environment', 'test'],
      'give one of production, sandbox.',
    ],
    [
      'an overlap that is none',
      ['rotate-token', '--company', '1', '--environment', 'sandbox', '--overlap-hours', 'x'],
      '--overlap-hours is "x": give a number from 0',
    ],
  ])('is told the remedy for %s', async (_, args, message) => {
    const { exitCode, error } = await admin(...args);
    expect(exitCode).toBe(1);
    expect(error).toContain(message);
  });
});
