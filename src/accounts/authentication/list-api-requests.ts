import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { listPage, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { ApiRequest } from './api-request.entity.ts';

/** Lists the last requests that were made with a token of a store, the newest first; a second behind. */
export function listApiRequests(
  em: EntityManager,
  { store, tokenId, query }: { store: Store; tokenId: number; query: PageQuery },
): Promise<Page<ApiRequest>> {
  return listPage(em, ApiRequest, { ...store, tokenId }, query);
}
