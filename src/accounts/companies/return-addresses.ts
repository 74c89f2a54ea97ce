import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidFields } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';

/** A store has a shop, and perhaps some more: nobody reads a longer list. */
export const MAX_RETURN_ORIGINS = 10;

/**
 * The origin that a text means, as `https://shop.example`; null for any other text. A page that is not encrypted, or an
 * address with a user in it, is no place to send a payer to.
 */
export function readReturnOrigin(text: string): string | null {
  const url = readUrl(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
}

/**
 * Whether payers may be sent to an address: an https address at an origin that the store has registered. An address of
 * anybody else behind the store's own page would be the page of a thief.
 */
export function mayReturnTo({ returnOrigins }: Pick<Company, 'returnOrigins'>, address: string): boolean {
  const url = readUrl(address);
  return url !== null && url.username === '' && url.password === '' && returnOrigins.includes(url.origin);
}

/** @throws ApiError 422 for an address that the store has not registered */
export function checkReturnUrl(company: Pick<Company, 'returnOrigins'>, address: string | null | undefined): void {
  if (address === null || address === undefined || mayReturnTo(company, address)) return;
  const origin = readUrl(address)?.origin ?? address;
  const message = `return_url is at ${origin}, which the store has not registered: add it in the panel, under Store.`;
  throw invalidFields([{ field: 'return_url', code: 'not_registered', message }]);
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Sets the origins to which payers may return. @throws ApiError 404 */
export function setReturnOrigins(
  em: EntityManager,
  { companyId, origins }: { companyId: number; origins: readonly string[] },
): Promise<{ company: Company; changes: Changes }> {
  return changeCompany(em, { companyId, fields: ['returnOrigins'] }, (company) => {
    company.returnOrigins = [...new Set(origins)];
  });
}
