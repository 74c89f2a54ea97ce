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
  unsubscribe: () => void;
}

/**
 * Keeps open pages up to date: however many show an invoice, a change of it is read once. No page holds a database
 * connection.
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

  const say = async (hash: string, pages: Iterable<PassThrough>): Promise<void> => {
    const view = await readCheckout({ em, clock, gateways }, hash);
    if (!view) return;
    const text = `event: version\ndata: ${JSON.stringify({ version: view.version })}\n\n`;
    for (const page of pages) page.write(text);
  };
  const watch = (hash: string, invoice: Pick<Invoice, 'id' | 'version'>): Watched => {
    const known = watched.get(hash);
    if (known) return known;
    const pages = new Set<PassThrough>();
    const unsubscribe = versions.subscribe(invoice, () => {
      say(hash, pages).catch((error: unknown) => {
        log.warn({ err: error }, 'open pages could not be told of a change');
        // The next change may never come. A page that connects again is told how things stand.
        for (const page of pages) page.destroy();
      });
    });
    const fresh = { pages, unsubscribe };
    watched.set(hash, fresh);
    return fresh;
  };
  const heartbeat = setInterval(() => {
    for (const { pages } of watched.values()) for (const page of pages) page.write(': still here\n\n');
  }, HEARTBEAT_MS).unref();

  return {
    async open(hash) {
      const invoice = await em.fork().findOne(Invoice, { checkoutHash: hash }, { fields: ['id', 'version'] });
      if (!invoice) return 'unknown';
      const already = watched.get(hash)?.pages.size ?? 0;
      if (open >= mostPages || already >= MAX_PAGES_OF_AN_INVOICE) return 'full';
      const { pages, unsubscribe } = watch(hash, invoice);
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
      await say(hash, [page]).catch((error: unknown) => {
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
