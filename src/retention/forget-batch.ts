import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeAnswers } from '../base/http/idempotency/purge-answers.ts';
import { purgeCallbacks, purgeSandboxCallbacks } from '../payments/purge-callbacks.ts';
import { purgeReconciliations } from '../payments/reconciliation/purge-reconciliations.ts';
import { purgeLinks } from '../accounts/people/purge-links.ts';
import { purgeSessions } from '../accounts/people/sessions.ts';
import { purgeDeliveryLog, purgePreviousSecrets } from '../webhooks/purge-delivery-log.ts';
import { purgeSubmissions } from './purge-submissions.ts';
import type { RetentionKind } from './retention-kinds.ts';

/** The days for which data are kept, where operators may choose. */
export interface RetentionDays {
  deliveryLog: number;
  gatewayCallbacks: number;
  reconciliations: number;
}

type Forget = (em: EntityManager, now: Date, days: RetentionDays) => Promise<number>;

/**
 * Forgets a batch of a kind, in a short transaction of its own, and returns how many rows it forgot. No row is of the
 * books.
 */
const FORGET: Record<RetentionKind, Forget> = {
  kept_answers: purgeAnswers,
  previous_secrets: purgePreviousSecrets,
  sessions: purgeSessions,
  access_links: purgeLinks,
  panel_submissions: purgeSubmissions,
  delivery_log: (em, now, days) => purgeDeliveryLog(em, { now, days: days.deliveryLog }),
  gateway_callbacks: (em, now, days) => purgeCallbacks(em, { now, days: days.gatewayCallbacks }),
  sandbox_callbacks: (em, now, days) => purgeSandboxCallbacks(em, { now, days: days.gatewayCallbacks }),
  reconciliations: (em, now, days) => purgeReconciliations(em, { now, days: days.reconciliations }),
};

/** @param now real time @returns how many rows were forgotten; none: nothing is left that is old */
export function forgetBatch(
  em: EntityManager,
  { kind, now, days }: { kind: RetentionKind; now: Date; days: RetentionDays },
): Promise<number> {
  return FORGET[kind](em, now, days);
}
