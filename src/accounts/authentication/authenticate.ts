import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { findTokenGrant, type TokenGrant } from './find-token-grant.ts';
import { recordTokenUse } from './record-token-use.ts';
import type { RequestLog } from './request-log.ts';
import { tellOfRefusedToken } from './tell-of-refused-token.ts';
import { liesIn } from '../../base/connections/networks.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { ApiError, forbidden, unauthorized } from '../../base/errors/errors.ts';
import { clientAddress } from '../../base/http/client-address.ts';
import { grantOf, setGrant } from '../../base/http/grant.ts';
import { answerRefusal } from '../../base/http/rate-limit/answer-refusal.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';

export interface AuthenticateDeps {
  em: EntityManager;
  limits: RateLimits;
  log: Logger;
  secrets: SecretBox;
  publicUrl: string;
  requests: RequestLog;
}

/**
 * Finds the store that a request speaks for: `X-API-TOKEN` with `X-Company-ID`, or `Authorization: Bearer` where the
 * company's id may be left out. Addresses that fail too often are told so. The log of the token's requests takes note
 * of each request, and of its outcome.
 */
export function authenticate(deps: AuthenticateDeps) {
  const { em, limits, log, requests } = deps;
  const refuse = async (ctx: Context, error: unknown): Promise<never> => {
    throw error instanceof ApiError ? await answerRefusal(limits, ctx.ip, error) : error;
  };
  return async function authenticateMiddleware(ctx: Context, next: Next): Promise<void> {
    const grant = await identify(em, ctx).catch((error: unknown) => refuse(ctx, error));
    setGrant(ctx, grant);
    const address = clientAddress(ctx);
    const note = (status: number): void => {
      const { requestId } = ctx.state as { requestId: string };
      requests.note({ ...grant, method: ctx.method, path: ctx.path, status, requestId, address, at: new Date() });
    };
    try {
      await refuseElsewhere(deps, grant, address).catch((error: unknown) => refuse(ctx, error));
      if (grant.useIsDue) {
        await recordTokenUse(em.fork(), { tokenId: grant.tokenId, address, now: new Date() }).catch(
          (error: unknown) => {
            // Good to know, but no reason to refuse a request.
            log.warn({ err: error, token_id: grant.tokenId }, 'the last use of a token could not be recorded');
          },
        );
      }
      await next();
      note(ctx.status);
    } catch (error) {
      note(error instanceof ApiError ? error.status : 500);
      throw error;
    }
  };
}

/** @throws ApiError 403 `address_not_allowed` where the token is bound to other networks; the store is told by mail */
async function refuseElsewhere(deps: AuthenticateDeps, grant: TokenGrant, address: string): Promise<void> {
  const { networks, tokenId } = grant;
  if (networks === null || liesIn(networks, address)) return;
  await tellOfRefusedToken(deps, { grant, address, now: new Date() }).catch((error: unknown) => {
    deps.log.warn({ err: error, token_id: tokenId }, 'a store could not be told of a token that was refused');
  });
  throw forbidden('address_not_allowed', `This API token may not be used from ${address}: its networks are others.`);
}

/** The rights of the token of a request that `authenticate` let in. */
export function tokenOf(ctx: Context): TokenGrant {
  return grantOf(ctx) as TokenGrant;
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
