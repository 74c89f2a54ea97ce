import { patched } from '@temporalio/workflow';
import { SHOWN_SINCE } from './show.ts';

/** The rules by which a run lives: those of the version that began it, because its history replays by them. */
export interface RunRules {
  /** A run of before makes no first tries in the worker that has its task. */
  triesFirst: boolean;
  /** A run of before awaits each deadline, and keeps each delivery that it once began. */
  passesDeadlinesBeside: boolean;
  /** A run of before keeps its history for as long as a delivery waits. */
  leavesDeliveries: boolean;
  /** A run of before retries work of a store that has lost its gateway each minute. */
  holdsWork: boolean;
  /**
   * A run of before sends no messages. It begins to when its record first names one: a history that the version before
   * wrote has no marker there, and replays as it was.
   */
  sendsMessages: () => boolean;
  /** As `sendsMessages`, of answers to disputes. */
  answersDisputes: () => boolean;
  /**
   * A run of before shows operators its status and its payment method alone. It shows the rest from its next turn on.
   */
  showsMore: () => boolean;
}

/** The order of these lines is the order of the markers in recorded histories. */
export function rulesOfThisRun(): RunRules {
  const triesFirst = patchedForFirstTries();
  const passesDeadlinesBeside = patched('deadlines beside, released deliveries');
  const leavesDeliveries = patched('long histories are left with deliveries pending');
  const holdsWork = patched('work is held until the gateway works again');
  const sendsMessages = (): boolean => patched('messages to payers');
  const answersDisputes = (): boolean => patched('answers to disputes');
  const showsMore = (): boolean => patched(SHOWN_SINCE);
  return { triesFirst, passesDeadlinesBeside, leavesDeliveries, holdsWork, sendsMessages, answersDisputes, showsMore };
}

/** Whether this run makes first tries: see `FirstTries`. */
export function patchedForFirstTries(): boolean {
  return patched('first tries here');
}
