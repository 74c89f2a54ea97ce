import { UserError } from '../../../src/dev/user-error.ts';
import type { Chance } from './chance.ts';

/** A fault of the catalogue: it breaks the platform at moments that chance chooses, and holds it to the ledgers. */
export interface Fault {
  name: string;
  /** The measurements say something on a machine that does nothing else: no other fault runs beside it. */
  isAlone?: boolean;
  /** The names of its parts, where it has some that can be left out. */
  parts?: readonly string[];
  /**
   * Compiles or installs what it needs beside the platform, before the time of a run begins. It is waited for.
   *
   * @throws NotPossibleHere where the machine does not let it
   */
  prepare?(context: Pick<FaultContext, 'say' | 'quick'>): unknown;
  run(context: FaultContext): Promise<Outcome>;
}

/** The machine cannot be broken in this way: the message says why, and the remedy. */
export class NotPossibleHere extends UserError {
  override name = 'NotPossibleHere';
}

export interface FaultContext {
  chance: Chance;
  /** The half that each change must pass. */
  quick: boolean;
  /** Whether a part of the fault is wanted. */
  has: (part: string) => boolean;
  say: (line: string) => void;
}

export interface Outcome {
  checks: Check[];
  /** The acts and observations, in a few words each. */
  facts: string[];
}

/** A guarantee, with whatever contradicts it. */
export interface Check {
  name: string;
  problems: string[];
}
