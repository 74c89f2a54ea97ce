import type { EntityManager } from '@mikro-orm/postgresql';
import { runPrepared } from '../base/db/prepared-statements.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { READ_VERSIONS } from './watch-versions.sql.ts';

/** Looks at invoices for those who want to know of their changes. */
export interface VersionWatch {
  /** @param invoice as its watcher has seen it; the listener is called when the record has another version */
  subscribe(invoice: Pick<Invoice, 'id' | 'version'>, listener: () => void): () => void;
  /** Looks at all of them, in one statement. */
  look(): Promise<void>;
}

/**
 * Finds changed invoices by their versions. A change itself tells nobody: a notification of PostgreSQL's takes a lock
 * of the whole cluster until its commit, so that changes would be committed one after the other.
 */
export function createVersionWatch(em: EntityManager): VersionWatch {
  const watched = new Map<number, Map<() => void, number>>();
  return {
    subscribe({ id, version }, listener) {
      const listeners = watched.get(id) ?? new Map<() => void, number>();
      watched.set(id, listeners.set(listener, version));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && watched.get(id) === listeners) watched.delete(id);
      };
    },
    async look() {
      if (watched.size === 0) return;
      const rows = await runPrepared<{ id: string; version: number }>(em.fork(), READ_VERSIONS, [[...watched.keys()]]);
      for (const { id, version } of rows) {
        const listeners = watched.get(Number(id));
        for (const [listener, seen] of listeners ?? []) {
          if (seen === version) continue;
          listeners!.set(listener, version);
          listener();
        }
      }
    },
  };
}
