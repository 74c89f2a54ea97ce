import { patched, proxyActivities } from '@temporalio/workflow';
import type { InvoiceActivities } from '../activities/index.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { withLatestClock } from './time.ts';

const { readInvoice } = proxyActivities<InvoiceActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** An activity of a minute brings the news of its end, and Temporal a few seconds later. */
const FURTHEST_OUT_OF_ORDER_US = 90_000_000;

/** The record of an invoice as a run knows it: the newest of the news that came by signals and from activities. */
export class KnownRecord {
  /** Whether news of one version are ordered by the moment at which they were read, and questions are joined. */
  isOrdered = false;
  private readonly invoiceId: number;
  private latest: InvoiceNews | undefined;
  /** The number of signals whose news cannot be ordered: an older version sent the signal, or began the run. */
  private unordered = 0;
  private asking: Promise<void> = Promise.resolve();
  private nextAsk: Promise<void> | undefined;

  constructor(invoiceId: number, news: InvoiceNews | undefined) {
    this.invoiceId = invoiceId;
    this.latest = news;
  }

  get isKnown(): boolean {
    return this.latest !== undefined;
  }

  get news(): InvoiceNews {
    return this.latest!;
  }

  /** Learns the news of a signal, which nobody sends a second time. */
  hear(news: InvoiceNews): void {
    if (!this.isOrdered || news.readAt === undefined) this.unordered += 1;
    this.learn(news);
  }

  learn(news: InvoiceNews): void {
    const { latest } = this;
    if (!latest || news.version > latest.version) this.latest = withLatestClock(news, latest);
    // The present news are looked at anew: work that they name may have become free with these.
    else if (news.version === latest.version)
      this.latest = this.isOrdered && isOlder(news, latest) ? { ...latest } : withLatestClock(news, latest);
  }

  /** The present news are looked at once more. */
  lookAgain(): void {
    this.latest = { ...this.news };
  }

  read(): Promise<InvoiceNews> {
    return readInvoice({ invoiceId: this.invoiceId });
  }

  /**
   * Asks the record, once for all who want to know at one moment: twenty deliveries that find no place are one
   * question. A question that is under way may have been read before the moment; the next question is for later askers.
   */
  ask(): Promise<void> {
    if (!this.isOrdered) return this.learnLatest();
    this.nextAsk ??= this.asking
      .catch(() => undefined)
      .then(() => {
        this.nextAsk = undefined;
        this.asking = this.askNow();
        return this.asking;
      });
    return this.nextAsk;
  }

  /** Reads the record and learns the answer. Reads it again after a signal that may be newer than the answer. */
  async learnLatest(): Promise<void> {
    const { unordered } = this;
    this.learn(await this.read());
    // Otherwise an older answer hides the work that the signal names, and no other news name that work.
    if (this.unordered !== unordered && patched('asks again after a signal')) await this.learnLatest();
  }

  private async askNow(): Promise<void> {
    const before = this.latest;
    await this.learnLatest();
    // A later version came meanwhile: its news are looked at anew.
    if (this.latest === before) this.lookAgain();
  }
}

/**
 * Whether news were read before others of the same version. Two that lie further apart than an activity may take were
 * read by a clock that was set back in between.
 */
function isOlder({ readAt }: InvoiceNews, known: InvoiceNews): boolean {
  if (readAt === undefined || known.readAt === undefined) return false;
  return readAt < known.readAt && known.readAt - readAt <= FURTHEST_OUT_OF_ORDER_US;
}
