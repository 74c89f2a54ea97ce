import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { eventually } from '../../support/eventually.ts';
import { createWorld, type World } from '../../support/world.ts';

describe('the line of a request', () => {
  const lines: string[] = [];
  let world: World;
  beforeAll(async () => {
    world = await createWorld({
      temporalAddress: '127.0.0.1:1',
      withWorker: false,
      log: createLogger('api', 'info', { write: (line: string) => void lines.push(line) }),
    });
  });
  afterAll(() => world?.stop());

  async function lineOf(path: string): Promise<Record<string, unknown>> {
    const response = await fetch(world.baseUrl + path, { redirect: 'manual' });
    await response.text();
    const requestId = response.headers.get('X-Request-Id');
    const find = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const found = await eventually(
      () => find().find((line) => line.msg === 'request' && line.request_id === requestId),
      (line) => line !== undefined,
    );
    return found!;
  }

  test.each(['/panel', '/panel/sign-in', '/panel/nowhere?from=192.0.2.1'])(
    'says from where %s was asked for',
    async (path) => {
      expect(await lineOf(path)).toMatchObject({ from: '127.0.0.1' });
    },
  );

  test.each(['/healthz', '/panels', '/checkout/some-hash', '/api/v1/invoices'])('does not for %s', async (path) => {
    const line = await lineOf(path);
    expect(line).toMatchObject({ method: 'GET' });
    expect(line).not.toHaveProperty('from');
    expect(JSON.stringify(line)).not.toContain('127.0.0.1');
  });
});
