import type { Chance } from './chance.ts';

/** A fault of the catalogue: it breaks the platform at moments that chance chooses, and holds it to the ledgers. */
export interface Fault {
  name: string;
  /** What it measures says something on a machine that does nothing else: no other runs beside it. */
  isAlone?: boolean;
  run(context: FaultContext): Promise<Outcome>;
}

export interface FaultContext {
  chance: Chance;
  /** The half that each change must pass. */
  quick: boolean;
  say: (line: string) => void;
}

export interface Outcome {
  checks: Check[];
  /** What was done and seen, in a few words each. */
  facts: string[];
}

/** A guarantee, with whatever contradicts it. */
export interface Check {
  name: string;
  problems: string[];
}
