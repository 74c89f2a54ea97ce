import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { findTokenGrant, type TokenGrant } from './find-token-grant.ts';
import { recordTokenUse } from './record-token-use.ts';
import { ApiError, forbidden, unauthorized } from '../../base/errors/errors.ts';
import { setGrant } from '../../base/http/grant.ts';
import { answerRefusal } from '../../base/http/rate-limit/answer-refusal.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';

/**
 * Finds the store that a request speaks for: `X-API-TOKEN` with `X-Company-ID`, or `Authorization: Bearer` where the
 * company's id may be left out. Addresses that fail too often are told so.
 */
export function authenticate({ em, limits, log }: { em: EntityManager; limits: RateLimits; log: Logger }) {
  return async function authenticateMiddleware(ctx: Context, next: Next): Promise<void> {
    const grant = await identify(em, ctx).catch(async (error: unknown) => {
      throw error instanceof ApiError ? await answerRefusal(limits, ctx.ip, error) : error;
    });
    setGrant(ctx, grant);
    if (grant.useIsDue) {
      await recordTokenUse(em.fork(), grant.tokenId, new Date()).catch((error: unknown) => {
        // Good to know, but no reason to refuse a request.
        log.warn({ err: error, token_id: grant.tokenId }, 'the last use of a token could not be recorded');
      });
    }
    await next();
  };
}

/** @throws ApiError 401 or 403 */
async function identify(em: EntityManager, ctx: Context): Promise<TokenGrant> {
  const { token, fromBearer } = readToken(ctx);
  const companyId = readCompanyId(ctx);
  if (companyId === null && !fromBearer) {
    throw unauthorized('company_id_missing', "Send the store's id in X-Company-ID beside X-API-TOKEN.");
  }
  const grant = await findTokenGrant(em, token, new Date());
  if (!grant) throw unauthorized('token_unknown', 'This API token does not exist, has expired or was revoked.');
  if (companyId !== null && companyId !== grant.store.companyId) {
    throw forbidden('token_of_another_company', `This API token does not belong to company ${companyId}.`);
  }
  return grant;
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
