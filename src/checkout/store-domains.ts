import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { DOMAIN_PATH, findStoreOfDomain, proofOf, readDomain } from '../accounts/companies/checkout-domain.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound, routeNotFound } from '../base/errors/errors.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import { joi } from '../base/http/joi.ts';
import { validate } from '../base/http/validate.ts';
import { answerPayer } from './answer-payer.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentLink } from '../payments/links/payment-link.entity.ts';

/** A domain that was let go serves for so much longer. */
const KNOWN_FOR_MS = 5_000;
const MOST_KNOWN = 10_000;

type Deps = Pick<HttpDeps, 'em' | 'secrets' | 'publicUrl'>;

interface DomainState {
  /** Set where the request came by the domain of a store. */
  storeOrigin?: string;
}

/** The origin by which a page was asked for: the domain of a store, or the platform's. */
export function originOf(ctx: Pick<Context, 'state'>, publicUrl: string): string {
  return (ctx.state as DomainState).storeOrigin ?? publicUrl;
}

/**
 * Serves the pages of a store's payers, and nothing else, to a request that comes by the store's own domain: the
 * panel and the API stay at the platform's address, and the pages of another store are not there.
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
    if (whose.companyId === null) return void (await next());
    (ctx.state as DomainState).storeOrigin = `https://${host}`;
    if (await isPageOf(em, ctx.path, whose.companyId)) return void (await next());
    await answerPayer(ctx, () => Promise.reject(routeNotFound(ctx.method, ctx.path)));
  };
}

/** The paths without a hash that pages need, and those that have one. */
const OPEN = [/^\/checkout\/assets\//, /^\/healthz$/];
const OF_INVOICE = /^\/checkout\/([\w-]{24})(?:\/|$)/;
const OF_LINK = /^\/pay\/([\w-]+)(?:\/|$)/;

async function isPageOf(em: HttpDeps['em'], path: string, companyId: number): Promise<boolean> {
  if (path === DOMAIN_PATH || OPEN.some((one) => one.test(path))) return true;
  const tx = reader(em);
  const checkoutHash = OF_INVOICE.exec(path)?.[1];
  const linkHash = OF_LINK.exec(path)?.[1];
  const page =
    (checkoutHash && (await tx.findOne(Invoice, { checkoutHash, companyId }, { fields: ['id'] }))) ||
    (linkHash && (await tx.findOne(PaymentLink, { hash: linkHash, companyId }, { fields: ['id'] })));
  return Boolean(page);
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
