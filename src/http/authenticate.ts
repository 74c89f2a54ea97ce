import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Next } from 'koa';
import { findStoreByToken } from '../companies/api-tokens.ts';
import type { Store } from '../companies/environment.ts';
import { forbidden, unauthorized } from '../errors/errors.ts';

/**
 * Finds the store that a request speaks for: `X-API-TOKEN` with `X-Company-ID`, or `Authorization: Bearer` where the
 * company's id may be left out.
 */
export function authenticate(em: EntityManager) {
  return async function authenticateMiddleware(ctx: Context, next: Next): Promise<void> {
    const { token, fromBearer } = readToken(ctx);
    const companyId = readCompanyId(ctx);
    if (companyId === null && !fromBearer) {
      throw unauthorized('company_id_missing', "Send the store's id in X-Company-ID beside X-API-TOKEN.");
    }
    const store = await findStoreByToken(em.fork(), token);
    if (!store) throw unauthorized('token_unknown', 'This API token does not exist or was revoked.');
    if (companyId !== null && companyId !== store.companyId) {
      throw forbidden('token_of_another_company', `This API token does not belong to company ${companyId}.`);
    }
    ctx.state.store = store;
    await next();
  };
}

/** The store of an authenticated request. */
export function storeOf(ctx: Context): Store {
  return ctx.state.store as Store;
}

function readToken(ctx: Context): { token: string; fromBearer: boolean } {
  const header = ctx.get('X-API-TOKEN').trim();
  const bearer = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization').trim())?.[1] ?? '';
  if (header && bearer && header !== bearer) {
    throw unauthorized('tokens_differ', 'X-API-TOKEN and Authorization carry different tokens: send one.');
  }
  const token = header || bearer;
  if (!token) {
    throw unauthorized('token_missing', 'Send X-API-TOKEN and X-Company-ID, or Authorization: Bearer <token>.');
  }
  return { token, fromBearer: !header };
}

function readCompanyId(ctx: Context): number | null {
  const text = ctx.get('X-Company-ID').trim();
  if (!text) return null;
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw unauthorized('company_id_invalid', `X-Company-ID is "${text.slice(0, 40)}": it is the store's integer id.`);
  }
  return Number(text);
}
