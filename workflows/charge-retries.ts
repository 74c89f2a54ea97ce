import { ActivityFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { TriedCharge } from '../activities/first-tries.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';

/** Registers a charge, with all retries unless it is the only try. */
type Register = (tried: TriedCharge | undefined, options: { isOnlyTry: boolean }) => Promise<InvoiceNews>;

/** The gateway may have taken the charge without our hearing of it. */
const LOST: TriedCharge = { status: 'lost', retryAfterSeconds: null };

interface Waiting {
  scope: CancellationScope;
  /** Hears what came of the try that an operator asked for; null until one is asked for. */
  tellOutcome: ((news: InvoiceNews | null) => void) | null;
}

/** The charges that are being registered, with retries; an operator may have one tried at once. */
export class ChargeRetries {
  private readonly waiting = new Map<number, Waiting>();

  /** Registers a charge until its gateway has answered. */
  async register(attemptId: number, tried: TriedCharge | undefined, register: Register): Promise<InvoiceNews> {
    let known = tried;
    for (;;) {
      const waiting: Waiting = { scope: new CancellationScope(), tellOutcome: null };
      this.waiting.set(attemptId, waiting);
      try {
        const news = await waiting.scope.run(() => register(known, { isOnlyTry: false }));
        waiting.tellOutcome?.(news);
        return news;
      } catch (error) {
        if (!waiting.tellOutcome || !wasCutShort(error)) throw error;
      } finally {
        this.waiting.delete(attemptId);
      }
      known = LOST;
      const news = await register(known, { isOnlyTry: true }).catch((error: unknown) => {
        if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
        return null;
      });
      waiting.tellOutcome(news);
      if (news) return news;
    }
  }

  isWaiting(attemptId: number): boolean {
    return this.waiting.get(attemptId)?.tellOutcome === null;
  }

  /**
   * Has a charge tried at once, once, instead of at its next retry. A try that is under way is heard out.
   *
   * @returns the news that came of it; null where the gateway could not be reached, and retries go on
   */
  retryNow(attemptId: number): Promise<InvoiceNews | null> {
    return new Promise((resolve) => {
      const waiting = this.waiting.get(attemptId)!;
      waiting.tellOutcome = resolve;
      waiting.scope.cancel();
    });
  }
}

/** A wait was canceled, or the try that was under way failed and Temporal repeats it no more. */
function wasCutShort(error: unknown): boolean {
  return isCancellation(error) || error instanceof ActivityFailure;
}
