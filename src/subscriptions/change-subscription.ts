import type { EntityManager } from '@mikro-orm/postgresql';
import { readSandboxClock } from '../accounts/companies/store-clock.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { SubscriptionEventType } from '../events/event-types.ts';
import { recordEvents, type EventDraft } from '../webhooks/record-events.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { tellOfWork } from '../base/outbox/work-left.ts';
import type { Mandate } from '../payments/mandates/mandate.entity.ts';
import { readOpenMandates } from '../payments/mandates/read-mandates.ts';
import { lockSubscription } from './lock-subscription.ts';
import { nextStep } from './next-step.ts';
import { presentSubscriptionEvent } from './present-subscription-event.ts';
import { Subscription } from './subscription.entity.ts';
import type { SubscriptionStatus } from './subscription-status.ts';
import { readUnsettledCycles, type UnsettledCycle } from './unsettled-cycles.ts';

/** A subscription under lock, with what may be done to it. */
export interface SubscriptionChange {
  tx: EntityManager;
  subscription: Subscription;
  company: Company;
  /** Cycles whose money has not arrived, by due date. */
  unsettled: UnsettledCycle[];
  /** Live, or of which something is still to be done; under lock. */
  mandates: Mandate[];
  at: Date;
  /** Announces what happened, with what the event adds to the subscription's data. */
  emit: (type: SubscriptionEventType, details?: Record<string, unknown>) => Promise<void>;
  /** Says that something changed that the workflow must hear of, where no event does. */
  touch: () => void;
}

export interface ChangeSubscriptionOptions {
  subscriptionId: number;
  /**
   * The moment the change happens, in the store's time. A workflow may not have heard of the clock of its sandbox:
   * where there is one, a change for the `caller` happens at the moment that it shows.
   */
  at: Date;
  /** The way by which the workflow hears of the change; see `ChangeInvoiceOptions`. */
  dispatch: 'outbox' | 'caller';
}

/**
 * The only way to change a subscription: one transaction that locks the row, applies the change, and writes the row,
 * its events, their deliveries and the outbox entry. A change that does nothing writes nothing.
 *
 * The transaction locks the row before those of its invoices, never after one: a change of an invoice leaves the
 * subscription a note. `no key`: the note refers to the row, and must not wait for it while it holds rows that this
 * transaction may want.
 *
 * @returns what `change` returned
 */
export async function changeSubscription<T>(
  em: EntityManager,
  { subscriptionId, at: askedAt, dispatch }: ChangeSubscriptionOptions,
  change: (draft: SubscriptionChange) => T | Promise<T>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const subscription = await tx.findOneOrFail(Subscription, subscriptionId, { refresh: true });
    const company = await tx.findOneOrFail(Company, subscription.companyId);
    const clockAt = dispatch === 'caller' ? await readSandboxClock(tx, subscription) : null;
    const at = clockAt ?? askedAt;
    const unsettled = await readUnsettledCycles(tx, [subscriptionId]);
    const mandates = await readOpenMandates(tx, [subscriptionId], { isLocked: true });
    const announcer = announce(tx, { subscription, company, at });
    let changed = false;

    const result = await change({
      tx,
      subscription,
      company,
      unsettled,
      mandates,
      at,
      async emit(type, details = {}) {
        changed = true;
        await announcer(type, details);
      },
      touch() {
        changed = true;
      },
    });
    if (!changed) return result;

    subscription.version += 1;
    subscription.updatedAt = at;
    await tx.flush();
    await noteNextStep(tx, { subscription, company });
    if (dispatch === 'outbox') tx.create(OutboxEntry, { subjectType: 'subscription', subjectId: subscriptionId });
    else await tellOfWork(tx, 'outbox');
    return result;
  });
}

/** Keeps the moment of the next step on the row. The news reads the step itself, from the same rule. */
export async function noteNextStep(
  tx: EntityManager,
  { subscription, company }: { subscription: Subscription; company: Company },
): Promise<void> {
  const { timeZone, renewalTime } = company;
  const unsettled = await readUnsettledCycles(tx, [subscription.id]);
  const mandates = await readOpenMandates(tx, [subscription.id]);
  // Also of a store that is suspended: the sweep has to know what is late once it is back.
  const step = nextStep(subscription, { company: { timeZone, renewalTime, suspendedAt: null }, unsettled, mandates });
  subscription.nextStepAt = step && new Date(step.at);
}

/** Writes events of a subscription, each with the subscription as it stands when it is written. */
export function announce(
  tx: EntityManager,
  { subscription, company, at }: { subscription: Subscription; company: Company; at: Date },
): (type: SubscriptionEventType, details: Record<string, unknown>) => Promise<void> {
  let previousStatus: SubscriptionStatus | null = subscription.version === 0 ? null : subscription.status;
  return async (type, details) => {
    subscription.eventSequence += 1;
    const common = await presentSubscriptionEvent(tx, { subscription, company, previousStatus });
    const draft: EventDraft = { type, sequence: subscription.eventSequence, data: { ...common, ...details } };
    const store = { companyId: subscription.companyId, environment: subscription.environment };
    await recordEvents(tx, { store, resource: { type: 'subscription', id: subscription.id }, drafts: [draft], at });
    previousStatus = subscription.status;
  };
}
