import { shown } from '../../base/http/answer.ts';
import { parties, partiesExample, type EventPayload } from '../../events/event-payload.ts';
import type { PayoutEventType } from '../../events/event-types.ts';
import { payoutSchema } from './payout.schema.ts';

/** The fields that say of a payout in an event the same as in an answer. */
const SAME = [
  'gateway',
  'gateway_payout_id',
  'status',
  'amount',
  'arrives_on',
  'failure_reason',
  'unexplained',
] as const;

const data = {
  payout_id: shown.id,
  ...Object.fromEntries(SAME.map((name) => [name, payoutSchema.extract(name)])),
  store: parties.store,
};

const example = {
  ...{ payout_id: 9, gateway: 'stripe', gateway_payout_id: 'po_1Qw', status: 'pending', amount: 1_932.4 },
  ...{ arrives_on: '2026-11-24', failure_reason: null, unexplained: null, store: partiesExample.store },
};

/** The `data` of each event about a payout. */
export const payoutEvents: Record<PayoutEventType, EventPayload> = {
  'payout.created': { data, example },
  'payout.paid': { data, example: { ...example, status: 'paid' } },
  'payout.failed': { data, example: { ...example, status: 'failed', failure_reason: 'account_closed' } },
  'payout.reconciled': { data, example: { ...example, status: 'paid', unexplained: 0 } },
};
