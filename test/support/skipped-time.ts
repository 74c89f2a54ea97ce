import { afterAll, beforeAll } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Logger } from 'pino';
import type { Config } from '../../src/app/config.ts';
import type { Clock } from '../../src/base/time/clock.ts';
import { addWitness, askWitnesses } from './eventually.ts';
import { inTime } from './in-time.ts';
import { quietTemporal } from './quiet-temporal.ts';
import { describeRunningWorkflows } from './running-workflows.ts';
import { startTimeSkippingEnvironment } from './time-skipping-environment.ts';
import { createWorld, type World } from './world.ts';

export interface SkippedTimeWorld extends World {
  env: TestWorkflowEnvironment;
  now(): Promise<Date>;
  /**
   * From now on the API lives so long ago; the workflows do not. For what was begun while no worker was there: time
   * cannot be skipped while a workflow has something to do.
   */
  setClockBack(ms: number): void;
  /** Lets time pass, in steps, so that what one step brings about is done before the next begins. */
  advance(ms: number, stepMs?: number): Promise<void>;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The platform on Temporal's time-skipping server, whose time is the stores' time. */
export async function createSkippedTimeWorld(
  options: { log?: Logger; settings?: Partial<Config> } = {},
): Promise<SkippedTimeWorld> {
  quietTemporal();
  const env = await startTimeSkippingEnvironment();
  let back = 0;
  const now = async (): Promise<Date> => new Date((await env.currentTimeMs()) - back);
  const clock: Clock = { now };
  const world = await createWorld({ temporalAddress: env.address, clock, ...options }).catch(async (error: unknown) => {
    await env.teardown();
    throw error;
  });
  const removeWitness = addWitness(() => describeRunningWorkflows(env.connection.workflowService));
  return {
    ...world,
    env,
    now,
    setClockBack(ms) {
      back = ms;
    },
    async advance(ms, stepMs = ms) {
      for (let left = ms; left > 0; left -= stepMs) {
        await inTime(env.sleep(Math.min(left, stepMs)), PASSES_IN_MS, whyNot);
      }
    },
    async stop() {
      removeWitness();
      await world.stop();
      await env.teardown();
    },
  };
}

/** Skipped time passes in seconds, unless a workflow always has something to do: then a test says which. */
const PASSES_IN_MS = 90_000;
const whyNot = async (): Promise<string> =>
  [`Time does not pass within ${PASSES_IN_MS} ms.`, ...(await askWitnesses())].join('\n');

/** The world of a test file: made before its first test, stopped after its last. */
export function useSkippedTimeWorld(options: { log?: Logger } = {}): { readonly current: SkippedTimeWorld } {
  let world: SkippedTimeWorld | undefined;
  beforeAll(async () => {
    world = await createSkippedTimeWorld(options);
  });
  afterAll(() => world?.stop());
  return {
    get current() {
      if (!world) throw new Error('The world could not be made; see the first error.');
      return world;
    },
  };
}
