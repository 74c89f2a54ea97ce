import { afterAll, beforeAll } from '@jest/globals';
import type { Config } from '../../src/app/config.ts';
import type { Clock } from '../../src/base/time/clock.ts';
import { createWorld, type World } from './world.ts';

/** No program listens on port 1: a Temporal that is down. */
const NO_TEMPORAL = '127.0.0.1:1';

/**
 * API and PostgreSQL without Temporal, which the API never waits for.
 *
 * @param settings what is configured otherwise than usual; a function is called before the world is made, and may start
 *   what it is configured with
 */
export function useApiWorld({
  clock,
  settings = {},
}: { clock?: Clock; settings?: Partial<Config> | (() => Promise<Partial<Config>>) } = {}): { readonly current: World } {
  let world: World | undefined;
  beforeAll(async () => {
    world = await createWorld({
      temporalAddress: NO_TEMPORAL,
      withWorker: false,
      settings: typeof settings === 'function' ? await settings() : settings,
      ...(clock ? { clock } : {}),
    });
  });
  afterAll(() => world?.stop());
  return {
    get current() {
      if (!world) throw new Error('The world could not be made; see the first error.');
      return world;
    },
  };
}
