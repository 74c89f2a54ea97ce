import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { DOMAIN_PATH, findStoreOfDomain, proofOf, readDomain } from '../accounts/companies/checkout-domain.ts';
import { notFound, routeNotFound } from '../base/errors/errors.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import { joi } from '../base/http/joi.ts';
import { validate } from '../base/http/validate.ts';
import { answerPayer } from './answer-payer.ts';

/** A domain that was let go serves for so much longer. */
const KNOWN_FOR_MS = 5_000;
const MOST_KNOWN = 10_000;

type Deps = Pick<HttpDeps, 'em' | 'secrets' | 'publicUrl'>;

interface DomainState {
  /** Set where the request came by the domain of a store. */
  storeDomain?: { origin: string; companyId: number };
}

/** The origin by which a page was asked for: the domain of a store, or the platform's. */
export function originOf(ctx: Pick<Context, 'state'>, publicUrl: string): string {
  return (ctx.state as DomainState).storeDomain?.origin ?? publicUrl;
}

/** The paths that the domain of a store has; those of pages go on to {@link requireOwnPage}. */
const PATHS = [/^\/checkout\/assets\/[^/]+$/, /^\/checkout\/[\w-]{24}(?:\/|$)/, /^\/pay\/[^/]+(?:\/|$)/];

/**
 * Serves the pages of a store's payers, and nothing else, to a request that comes by the store's own domain: the
 * panel and the API stay at the platform's address.
 */
export function serveStoreDomains({ em, publicUrl }: Pick<Deps, 'em' | 'publicUrl'>) {
  const platform = new URL(publicUrl).hostname;
  // A name of no store is known too: the address by which a balancer calls.
  const known = new LRUCache<string, { companyId: number | null }>({ max: MOST_KNOWN, ttl: KNOWN_FOR_MS });
  return async function storeDomainMiddleware(ctx: Context, next: Next): Promise<void> {
    const host = ctx.hostname;
    if (host === platform || readDomain(host) === null) return void (await next());
    let whose = known.get(host);
    if (!whose) {
      whose = { companyId: await findStoreOfDomain(em, host) };
      known.set(host, whose);
    }
    const { companyId } = whose;
    if (companyId === null) return void (await next());
    (ctx.state as DomainState).storeDomain = { origin: `https://${host}`, companyId };
    if (ctx.path === DOMAIN_PATH || PATHS.some((path) => path.test(ctx.path))) return void (await next());
    await answerPayer(ctx, () => Promise.reject(routeNotFound(ctx.method, ctx.path)));
  };
}

/**
 * Lets a request by the domain of a store pass to the page of that store alone; comes after the limit of visits.
 *
 * @param isPageOf whether the page behind a hash is of a store
 * @throws ApiError 404
 */
export function requireOwnPage(isPageOf: (hash: string, companyId: number) => Promise<boolean>) {
  return async function requireOwnPageMiddleware(ctx: Context, next: Next): Promise<void> {
    const { storeDomain } = ctx.state as DomainState;
    const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
    if (storeDomain && !(await isPageOf(hash, storeDomain.companyId))) throw routeNotFound(ctx.method, ctx.path);
    await next();
  };
}

const askQuery = joi.object<{ domain: string }>({ domain: joi.string().max(253).required() });

/** For the proxy that ends TLS, and for the check of a domain. */
export function storeDomainRoutes(router: Router, { em, secrets, publicUrl }: Deps): void {
  const platform = new URL(publicUrl).hostname;
  // The proxy gets no certificate of a name that this answers with 404: docs/operations.md, Domains of stores.
  router.get('/domains/ask', async (ctx) => {
    const { domain } = validate(askQuery, ctx.query);
    const name = readDomain(domain);
    const isKnown = name !== null && (name === platform || (await findStoreOfDomain(em, name)) !== null);
    if (!isKnown) throw notFound('domain', `named ${domain}`);
    ctx.body = { domain: name };
  });

  router.get(DOMAIN_PATH, async (ctx) => {
    const domain = readDomain(ctx.hostname);
    const companyId = domain === null ? null : await findStoreOfDomain(em, domain);
    if (domain === null || companyId === null) throw notFound('domain', `named ${ctx.hostname}`);
    ctx.type = 'text/plain';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = proofOf(secrets, { companyId, domain }).value;
  });
}
