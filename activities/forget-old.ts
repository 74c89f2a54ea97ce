import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { forgetBatch, type RetentionDays } from '../src/retention/forget-batch.ts';
import { noteCompleted } from '../src/retention/note-completed.ts';
import type { RetentionKind } from '../src/retention/retention-kinds.ts';

export type ForgetOldActivity = ReturnType<typeof createForgetOld>;

/** An activity forgets this many batches, so that no activity is long, and a retry repeats little. */
const BATCHES = 50;

export interface ForgetOldInput {
  kind: RetentionKind;
}

export interface ForgetOldResult {
  forgotten: number;
  /** Whether something old is left. */
  hasMore: boolean;
}

export interface ForgetOldDeps {
  em: EntityManager;
  days: RetentionDays;
  /** Is told of each batch, to be counted. */
  onForgotten: (kind: RetentionKind, rows: number) => void;
}

/** Forgets what was kept for a time only, in batches that are committed one by one; what was forgotten stays so. */
export function createForgetOld({ em, days, onForgotten }: ForgetOldDeps) {
  return {
    async forgetOld({ kind }: ForgetOldInput): Promise<ForgetOldResult> {
      let forgotten = 0;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const rows = await forgetBatch(em, { kind, now: new Date(), days });
        onForgotten(kind, rows);
        forgotten += rows;
        if (rows === 0) {
          await noteCompleted(em, { kind, at: new Date() });
          return { forgotten, hasMore: false };
        }
        heartbeat({ forgotten });
        if (cancellationSignal().aborted) throw new CancelledFailure(`stopped after ${forgotten} rows`);
      }
      return { forgotten, hasMore: true };
    },
  };
}
