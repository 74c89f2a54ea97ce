import { PassThrough, type Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { readCheckout, type ReadCheckoutDeps } from './read-checkout.ts';
import type { VersionWatch } from './watch-versions.ts';

/** Often enough that no proxy between takes a quiet stream for a dead one. */
const HEARTBEAT_MS = 25_000;
/** The limit for an invoice: a payer has a few tabs, not hundreds. */
const MAX_PAGES_OF_AN_INVOICE = 20;

export interface PageHub {
  /** A stream of server-sent events that says the page's version now and whenever it changes; null where it is full. */
  open(hash: string): Promise<Readable | 'unknown' | 'full'>;
  stop(): void;
}

interface Watched {
  pages: Set<PassThrough>;
  /** The read that is under way: it began after the last change that the hub knows of, so a page may join it. */
  reading: Promise<string | null> | null;
  unsubscribe: () => void;
}

/**
 * Keeps open pages up to date: however many show an invoice, a change of it is read once, and pages that open at the
 * same time share one read. No page holds a database connection.
 */
export function createPageHub({
  em,
  clock,
  gateways,
  versions,
  log,
  mostPages,
}: {
  em: EntityManager;
  clock: Clock;
  gateways: ReadCheckoutDeps['gateways'];
  versions: VersionWatch;
  log: Logger;
  /** Pages that this process keeps up to date; those beyond poll. */
  mostPages: number;
}): PageHub {
  const watched = new Map<string, Watched>();
  let open = 0;

  /** The message with the version that the page has now; null where the invoice is gone. */
  const readMessage = async (hash: string): Promise<string | null> => {
    const view = await readCheckout({ em, clock, gateways }, hash);
    return view && `event: version\ndata: ${JSON.stringify({ version: view.version })}\n\n`;
  };
  const beginReading = (one: Watched, hash: string): Promise<string | null> => {
    const reading = readMessage(hash).finally(() => {
      if (one.reading === reading) one.reading = null;
    });
    one.reading = reading;
    return reading;
  };
  const say = async (reading: Promise<string | null>, pages: Iterable<PassThrough>): Promise<void> => {
    const message = await reading;
    if (message) for (const page of pages) page.write(message);
  };
  const beginWatching = (hash: string, invoice: Pick<Invoice, 'id' | 'version'>): Watched => {
    const pages = new Set<PassThrough>();
    const unsubscribe = versions.subscribe(invoice, () => {
      say(beginReading(fresh, hash), pages).catch((error: unknown) => {
        log.warn({ err: error }, 'open pages could not be told of a change');
        // The next change may never come. A page that connects again is told how things stand.
        for (const page of pages) page.destroy();
      });
    });
    const fresh: Watched = { pages, reading: null, unsubscribe };
    watched.set(hash, fresh);
    return fresh;
  };
  const heartbeat = setInterval(() => {
    for (const { pages } of watched.values()) for (const page of pages) page.write(': still here\n\n');
  }, HEARTBEAT_MS).unref();

  return {
    async open(hash) {
      const invoice = watched.has(hash)
        ? null
        : await em.fork().findOne(Invoice, { checkoutHash: hash }, { fields: ['id', 'version'] });
      const known = watched.get(hash);
      if (!invoice && !known) return 'unknown';
      if (open >= mostPages || (known?.pages.size ?? 0) >= MAX_PAGES_OF_AN_INVOICE) return 'full';
      const one = known ?? beginWatching(hash, invoice!);
      const { pages, unsubscribe } = one;
      const page = new PassThrough();
      pages.add(page);
      open += 1;
      page.once('close', () => {
        pages.delete(page);
        open -= 1;
        if (pages.size > 0) return;
        unsubscribe();
        watched.delete(hash);
      });
      page.write('retry: 2000\n\n');
      await say(one.reading ?? beginReading(one, hash), [page]).catch((error: unknown) => {
        page.destroy();
        throw error;
      });
      return page;
    },
    stop() {
      clearInterval(heartbeat);
      for (const { pages } of watched.values()) for (const page of pages) page.destroy();
    },
  };
}
