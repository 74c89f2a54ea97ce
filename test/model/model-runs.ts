const { MODEL_RUNS, MODEL_SEED } = process.env;

/**
 * How often, and from which seed: a few runs from a seed of its own at each start, which fast-check prints with a failure.
 * `MODEL_RUNS=2000 npm run jest -- test/model` runs longer, and `MODEL_SEED` the same again.
 */
export function modelRuns(few: number): { numRuns: number; seed?: number } {
  return { numRuns: Number(MODEL_RUNS ?? few), ...(MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED) }) };
}

/** Time enough for what is found to be made small. */
export const MODEL_TIMEOUT_MS = 30 * 60_000;
