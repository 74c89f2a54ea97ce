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
  /** A run of before starts the timer of its deadline anew each time that it looks around. */
  keepsTimer: boolean;
}

/** The rules of a run that this version begins. */
const OF_NOW: RunRules = {
  triesFirst: true,
  passesDeadlinesBeside: true,
  leavesDeliveries: true,
  holdsWork: true,
  sendsMessages: () => true,
  answersDisputes: () => true,
  showsMore: () => true,
  keepsTimer: true,
};

/**
 * A marker costs two events and a search attribute in each run, so one stands for all rules of a version. The order of
 * the lines is the order of the markers in recorded histories.
 */
export function rulesOfThisRun(): RunRules {
  if (patched('rules of 0.9.0')) return OF_NOW;
  const triesFirst = patchedForFirstTries();
  const passesDeadlinesBeside = patched('deadlines beside, released deliveries');
  const leavesDeliveries = patched('long histories are left with deliveries pending');
  const holdsWork = patched('work is held until the gateway works again');
  const sendsMessages = (): boolean => patched('messages to payers');
  const answersDisputes = (): boolean => patched('answers to disputes');
  const showsMore = (): boolean => patched(SHOWN_SINCE);
  return {
    ...{ triesFirst, passesDeadlinesBeside, leavesDeliveries, holdsWork, sendsMessages, answersDisputes, showsMore },
    keepsTimer: false,
  };
}

/** Whether this run makes first tries: see `FirstTries`. */
export function patchedForFirstTries(): boolean {
  return patched('first tries here');
}
