import type { EntityManager } from '@mikro-orm/postgresql';
import { ApplicationFailure } from '@temporalio/activity';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { readInvoiceNews } from '../src/invoices/read-invoice-news.ts';

export type ReadInvoiceActivity = ReturnType<typeof createReadInvoice>;

export interface ReadInvoiceInput {
  invoiceId: number;
}

/** For a run that was started by hand: what the record says. */
export function createReadInvoice({ em }: { em: EntityManager }) {
  return {
    readInvoice: ({ invoiceId }: ReadInvoiceInput): Promise<InvoiceNews> => newsOf(em, invoiceId),
  };
}

/** @throws ApplicationFailure that no retry mends, when there is no such invoice */
export async function newsOf(em: EntityManager, invoiceId: number): Promise<InvoiceNews> {
  const [news] = await readInvoiceNews(em, [invoiceId]);
  if (!news) throw ApplicationFailure.nonRetryable(`There is no invoice ${invoiceId}.`, 'InvoiceNotFound');
  return news;
}
