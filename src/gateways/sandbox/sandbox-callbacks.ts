import type { EntityManager } from '@mikro-orm/postgresql';
import { request } from 'undici';
import { claim } from '../../base/db/claim.ts';
import { runAlone } from '../../base/db/prepared-statements.ts';
import type { GatewayEvent } from '../payment-gateway.ts';
import { SandboxCallback } from './sandbox-charge.entity.ts';
import { LEASE_SECONDS, STORE, MARK_SENT } from './sandbox-callbacks.sql.ts';

const TIMEOUT_MS = 5_000;
/**
 * A charge is decided after its registration was answered, as an acquirer does; an answer that is lost is not waited
 * for.
 */
const ANSWER_PATIENCE_SECONDS = 5;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** The event's id is given when it is stored. */
export type SandboxEvent = WithoutId<GatewayEvent>;

export interface CallbackSender {
  /** Notes in the caller's transaction what is to be said; `sendDue` says it. */
  owe(tx: EntityManager, event: SandboxEvent): void;
  /** Says one thing now. @returns whether it was acknowledged; if not, it is sent again later */
  say(event: SandboxEvent): Promise<boolean>;
  /** Sends everything that is owed and not leased to another process. @returns how many were acknowledged */
  sendDue(): Promise<number>;
}

/** Sends the sandbox gateway's callbacks until they are acknowledged, as a real gateway does. */
export function createCallbackSender({
  em,
  callbackUrl,
  sign,
}: {
  em: EntityManager;
  callbackUrl: string;
  sign: (timestamp: string, body: string) => string;
}): CallbackSender {
  const post = async ({ id, event }: Owed): Promise<boolean> => {
    const body = JSON.stringify({ id: `evt_sandbox_${id}`, ...event });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'Content-Type': 'application/json',
      'X-Sandbox-Signature': `t=${timestamp},v1=${sign(timestamp, body)}`,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await request(callbackUrl, { method: 'POST', headers, body, signal }).catch(() => null);
    await answer?.body.dump();
    if (!answer || answer.statusCode >= 300) return false;
    await runAlone(em, MARK_SENT, [id]);
    return true;
  };

  return {
    owe(tx, event) {
      tx.create(SandboxCallback, { event: event as GatewayEvent, sentAt: null });
    },
    async say(event) {
      // Leased from the start: nobody else sends it meanwhile.
      const [row] = await runAlone<{ id: string }>(em, STORE, [JSON.stringify(event)]);
      return post({ id: Number(row!.id), event });
    },
    async sendDue() {
      const sent = await Promise.all((await claimDue(em)).map(post));
      return sent.filter(Boolean).length;
    },
  };
}

interface Owed {
  id: number;
  event: SandboxEvent;
}

/** A dispute is told after its payment, and its end after its beginning: as each comes about, at another gateway. */
async function claimDue(em: EntityManager): Promise<Owed[]> {
  const rows = await em.fork().execute<{ id: string; event: SandboxEvent }[]>(
    claim(
      `select id from sandbox_callbacks as callback where sent_at is null and next_try_at <= now()::timestamptz(3)
         and (next_try_at <= now() - interval '${ANSWER_PATIENCE_SECONDS} seconds' or not exists (
           select 1 from payment_attempts as attempt
           where attempt.id = (callback.event->>'attemptId')::bigint and attempt.state = 'pending' and registered_at is null))
         and not exists (
           select 1 from sandbox_callbacks as before where before.sent_at is null and before.id < callback.id
             and before.event->>'paymentId' = callback.event->>'paymentId')
       order by id limit 20 for no key update skip locked`,
      `update sandbox_callbacks as callback set next_try_at = now() + interval '${LEASE_SECONDS} seconds'
       from claimed where callback.id = claimed.id returning callback.id, callback.event`,
    ),
  );
  return rows.map(({ id, event }) => ({ id: Number(id), event }));
}
