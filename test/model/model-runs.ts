const { MODEL_RUNS, MODEL_SEED } = process.env;

/**
 * However busy the machine: what is not run by then is left to the next start, and what failed by then is made no
 * smaller.
 */
const FEW_MS = 20_000;

/**
 * How often, and from which seed: a few runs from a seed of its own at each start, which fast-check prints with a
 * failure. `MODEL_RUNS=1000 npm run jest -- test/model` runs longer, and with `MODEL_SEED` the same again.
 */
export function modelRuns(few: number): { numRuns: number; seed?: number; interruptAfterTimeLimit?: number } {
  const seed = MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED) };
  return MODEL_RUNS === undefined
    ? { numRuns: few, interruptAfterTimeLimit: FEW_MS, ...seed }
    : { numRuns: Number(MODEL_RUNS), ...seed };
}

/** Time enough for what is found to be made small. */
export const MODEL_TIMEOUT_MS = 30 * 60_000;
