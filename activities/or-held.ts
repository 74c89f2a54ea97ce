import type { EntityManager } from '@mikro-orm/postgresql';
import { log } from '@temporalio/activity';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { GatewayAccountError } from '../src/gateways/payment-gateway.ts';
import { newsOf } from './read-invoice.ts';

/**
 * Does work at a gateway and says how the invoice stands then. Where the store's access is refused, the record holds
 * the work and its news no longer name it: the activity ends, and no workflow retries it.
 *
 * @param isNamed whether news still ask for the work
 * @throws GatewayUnavailableError for what a retry can mend, as where the access was mended meanwhile
 */
export async function orHeld(
  em: EntityManager,
  { invoiceId, mayBeHeld, isNamed }: { invoiceId: number; mayBeHeld: boolean; isNamed: (news: InvoiceNews) => boolean },
  work: () => Promise<void>,
): Promise<InvoiceNews> {
  try {
    await work();
  } catch (error) {
    if (!mayBeHeld || !(error instanceof GatewayAccountError)) throw error;
    const news = await newsOf(em, invoiceId);
    if (isNamed(news) || !news.isHeldAtGateway) throw error;
    log.info("work waits for the store's access to its gateway", { invoice_id: invoiceId, failure: error.failure });
    return news;
  }
  return newsOf(em, invoiceId);
}
