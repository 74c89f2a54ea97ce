import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../base/time/clock.ts';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { OutboxEntry } from '../../base/outbox/outbox-entry.entity.ts';
import type { MandateEnd } from '../../gateways/mandate.ts';
import type { MandateNews } from '../../gateways/payment-gateway.ts';
import { Mandate } from './mandate.entity.ts';
import { isLive } from './read-mandates.ts';

/**
 * Takes a gateway's news of a mandate, in any order and however often they come. A mandate that has ended stays ended.
 *
 * @param at the moment they are taken, in the store's time
 * @returns whether they change it; the subscription takes account of that by a step of its own
 */
export function takeNews(mandate: Mandate, news: { status: 'authorized' } | MandateEnd, at: Date): boolean {
  if (!isLive(mandate) || (news.status === 'authorized' && mandate.status === 'authorized')) return false;
  if (news.status === 'authorized') Object.assign(mandate, { status: 'authorized', authorizedAt: at });
  else {
    const { status, endedBy, endReason } = news;
    Object.assign(mandate, { status, endedBy, endReason, endedAt: at });
  }
  // Nobody asks the payer's bank any more.
  Object.assign(mandate, { isSettled: false, payerAccount: null, updatedAt: at });
  return true;
}

/**
 * Applies a gateway's news to the mandate that it names, once, and tells the subscription.
 *
 * @param note writes more in the same transaction once the outcome is known
 * @returns `unknown_mandate` where it is not there, or not yet
 */
export async function applyMandateNews(
  { em, clock }: { em: EntityManager; clock: Clock },
  { gateway, store, news }: { gateway: string; store: Store | null; news: MandateNews },
  note: (tx: EntityManager, outcome: 'applied' | 'nothing_to_do', at: Date) => Promise<void>,
): Promise<'applied' | 'nothing_to_do' | 'unknown_mandate'> {
  const { gatewayMandateId } = news;
  const whose = { gateway, gatewayMandateId, ...(store ?? {}) };
  const known = await em.fork().findOne(Mandate, whose);
  if (!known) return 'unknown_mandate';
  const at = await clock.now(known);
  return inTransaction(em, async (tx) => {
    const mandate = await lockMandate(tx, known.id);
    const outcome = takeNews(mandate, news, at) ? 'applied' : 'nothing_to_do';
    if (outcome === 'applied') {
      tx.create(OutboxEntry, { subjectType: 'subscription', subjectId: mandate.subscriptionId });
    }
    await note(tx, outcome, at);
    return outcome;
  });
}

/** The mandate as it is once nobody else changes it. */
export async function lockMandate(tx: EntityManager, mandateId: number): Promise<Mandate> {
  await tx.execute('select id from mandates where id = ? for no key update', [mandateId]);
  return tx.findOneOrFail(Mandate, mandateId, { refresh: true });
}
