import pg from 'pg';
import type { Logger } from 'pino';
import { INVOICE_CHANGED } from '../invoices/invoice-changed.ts';
import { WORK_LEFT } from '../base/outbox/work-left.ts';

const RECONNECT_MS = 1_000;

export interface ChangeFeed {
  /** Calls back after each committed change of the invoice, and after a gap in which changes may have been missed. */
  subscribe(invoiceId: number, listener: () => void): () => void;
  stop(): Promise<void>;
}

/**
 * Hears of changed invoices, and of work that is left, from PostgreSQL: over one connection for the whole process,
 * however many are watched.
 */
export function createChangeFeed({
  databaseUrl,
  log,
  onWork,
}: {
  databaseUrl: string;
  log: Logger;
  /** Another process left work for the loops of this one. */
  onWork: () => void;
}): ChangeFeed {
  const listeners = new Map<number, Set<() => void>>();
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const callAll = (): void => {
    for (const set of listeners.values()) for (const listener of set) listener();
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'fatura-feed', keepAlive: true });
    let lost = false;
    const onLost = (error?: Error): void => {
      if (lost || stopped) return;
      lost = true;
      log.warn({ err: error }, 'the feed of changes is interrupted; it is taken up again');
      void next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS);
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    next.on('notification', ({ channel, payload }) => {
      if (channel === WORK_LEFT) return onWork();
      for (const listener of listeners.get(Number(payload)) ?? []) listener();
    });
    try {
      await next.connect();
      await next.query(`listen ${INVOICE_CHANGED}`);
      await next.query(`listen ${WORK_LEFT}`);
      client = next;
      // The record has all earlier changes; each watcher looks once.
      callAll();
    } catch (error) {
      onLost(error as Error);
    }
  };
  const connecting = connect();

  return {
    subscribe(invoiceId, listener) {
      const set = listeners.get(invoiceId) ?? new Set();
      listeners.set(invoiceId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(invoiceId);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
