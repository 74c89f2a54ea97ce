import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { given, listPage, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { PayerMessage, type MessageKind } from '../../invoices/payer-message.entity.ts';

export interface ListMessagesQuery extends PageQuery {
  invoice_id?: number;
  kind?: MessageKind;
}

/** The messages of a store to its payers, the newest first. */
export function listMessages(
  em: EntityManager,
  { store, query }: { store: Store; query: ListMessagesQuery },
): Promise<Page<PayerMessage>> {
  const { invoice_id: invoiceId, kind } = query;
  const where = { ...store, ...given({ invoiceId, kind }) } as FilterQuery<PayerMessage>;
  return listPage(em, PayerMessage, where, query);
}

/** @throws ApiError 404 when the store has no such message, also when another store or environment has it */
export async function findMessage(
  em: EntityManager,
  { store, messageId }: { store: Store; messageId: number },
): Promise<PayerMessage> {
  const message = await em.findOne(PayerMessage, { id: messageId, ...store });
  if (!message) throw notFound('message', messageId);
  return message;
}
