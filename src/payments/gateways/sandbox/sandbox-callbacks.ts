import type { EntityManager } from '@mikro-orm/postgresql';
import { request } from 'undici';
import type { GatewayEvent } from '../payment-gateway.ts';
import { SandboxCallback } from './sandbox-charge.entity.ts';

const TIMEOUT_MS = 5_000;
/** Whoever sends has this long before another process may send the same again. */
const LEASE_MS = 8_000;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** The event's id is given when it is stored. */
export type SandboxEvent = WithoutId<GatewayEvent>;

export interface CallbackSender {
  /** Notes what is to be said, and returns its id; `sendDue` says it. */
  owe(event: SandboxEvent): Promise<number>;
  /** Says one thing now. @returns whether it was acknowledged; if not, it is sent again later */
  send(id: number): Promise<boolean>;
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
  const claim = async (where: string, params: unknown[]): Promise<{ id: string; event: SandboxEvent }[]> => {
    const now = new Date();
    return em.fork().execute(
      `update sandbox_callbacks set next_try_at = ? where id in (
         select id from sandbox_callbacks where sent_at is null and ${where}
         order by id limit 20 for update skip locked) returning id, event`,
      [new Date(now.getTime() + LEASE_MS), ...params],
    );
  };

  const post = async ({ id, event }: { id: string; event: SandboxEvent }): Promise<boolean> => {
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
    await em.fork().nativeUpdate(SandboxCallback, { id: Number(id) }, { sentAt: new Date() });
    return true;
  };

  return {
    async owe(event) {
      const fork = em.fork();
      const row = fork.create(SandboxCallback, { event: event as GatewayEvent, nextTryAt: new Date(), sentAt: null });
      await fork.flush();
      return row.id;
    },
    async send(id) {
      const [row] = await claim('id = ?', [id]);
      return row ? post(row) : false;
    },
    async sendDue() {
      const rows = await claim('next_try_at <= ?', [new Date()]);
      const sent = await Promise.all(rows.map(post));
      return sent.filter(Boolean).length;
    },
  };
}
