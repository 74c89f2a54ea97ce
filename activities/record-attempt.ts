import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAttempt, recordLostAttempt, type AttemptRecord } from '../src/webhooks/record-attempt.ts';
import type { Clock } from '../src/time/clock.ts';

export type RecordAttemptActivity = ReturnType<typeof createRecordAttempt>;

export interface RecordLostAttemptInput {
  deliveryId: number;
  attemptsAllowed: number;
}

/** For the attempts that could not be recorded where they were made. */
export function createRecordAttempt({ em, clock }: { em: EntityManager; clock: Clock }) {
  return {
    /** An attempt whose outcome is known and whose record failed. */
    recordAttempt: (input: AttemptRecord): Promise<void> => recordAttempt(em, input),
    /** The last attempt, lost with its worker. */
    recordLostAttempt: (input: RecordLostAttemptInput): Promise<void> => recordLostAttempt({ em, clock }, input),
  };
}
