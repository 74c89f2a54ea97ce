import Router from '@koa/router';
import Koa from 'koa';
import { challengeRoutes } from '../checkout/challenge.routes.ts';
import type { CheckoutDeps } from '../checkout/checkout-deps.ts';
import { authorizationRoutes } from '../checkout/authorization.routes.ts';
import { serveStoreDomains, storeDomainRoutes } from '../checkout/store-domains.ts';
import { paymentLinkRoutes } from '../checkout/payment-link.routes.ts';
import { optOutRoutes } from '../checkout/opt-out.routes.ts';
import { checkoutRoutes } from '../checkout/checkout.routes.ts';
import { inboxPageRoutes } from '../sandbox/inboxes/inbox-page.routes.ts';
import { methodNotAllowed, routeNotFound } from '../base/errors/errors.ts';
import { mailReportRoutes, type MailReportDeps } from '../payments/messages/mail-report.routes.ts';
import { panelRouter } from '../panel/mount-panel.ts';
import type { PanelDeps } from '../panel/panel-deps.ts';
import { gatewayCallbackRoutes, type CallbackDeps } from '../payments/gateway-callback.routes.ts';
import type { ApiMetrics } from '../base/telemetry/metrics.ts';
import { observeRequest } from '../base/telemetry/observe-request.ts';
import { isReady, type Readiness } from '../base/telemetry/readiness.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import { assignRequestId } from '../base/http/assign-request-id.ts';
import { authenticate } from '../accounts/authentication/authenticate.ts';
// Imported, not read: the compiler then puts it beside the compiled code too.
import manifest from '../../package.json' with { type: 'json' };
import { docsTexts } from './docs/docs-texts.ts';
import { docsRoutes } from '../base/http/docs/docs.routes.ts';
import { openApiDocument, type OpenApiDocument } from '../base/http/openapi/document.ts';
import { documentRoutes } from '../base/http/openapi/document.routes.ts';
import { logRequest } from '../base/http/log-request.ts';
import { mountOperations } from '../base/http/mount-operations.ts';
import { describedApi } from './described-api.ts';
import { operations, type OperationDeps } from './operations.ts';
import { limitRate } from '../base/http/rate-limit/limit-rate.ts';
import { readJsonBody, refuseLargeBody, type LargeBodies } from '../base/http/read-json-body.ts';
import type { RequestLog } from '../accounts/authentication/request-log.ts';
import { recordCall } from '../accounts/authentication/record-call.ts';
import { requireTls } from '../base/http/require-tls.ts';
import { refuseSuspended } from '../accounts/authentication/refuse-suspended.ts';
import { renderProblem } from '../base/http/render-problem.ts';

/** The parts that the routes work with; made in `server.ts`. */
export interface AppDeps extends CallbackDeps, CheckoutDeps, MailReportDeps, OperationDeps, PanelDeps {
  /** Proxies in front, whose word on a client's address is taken. */
  trustedProxies: number;
  /** Whether this process should get requests. */
  readiness: Readiness;
  metrics: ApiMetrics;
  tracing: Tracing;
  requests: RequestLog;
}

/** The calls whose bodies carry a file. */
function largeBodies(all: typeof operations): LargeBodies {
  return all.flatMap(({ method, path, maxBodyKb: maxKb }) =>
    maxKb === undefined ? [] : [{ method, path: new RegExp(`^/api/v1${path.replace('{id}', '[^/]+')}$`), maxKb }],
  );
}

/** The codes of a client that went away. */
const GONE: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

export function createApp(deps: AppDeps): Koa {
  // Paths are case-sensitive: a route that is matched more loosely than `use` would be served without authentication.
  const api = new Router({ prefix: '/api/v1', sensitive: true });
  // Before whatever asks who is there.
  const open = new Router({ sensitive: true });
  const { publicUrl } = deps;
  let made: OpenApiDocument | undefined;
  // Made when somebody reads it, as the pages of the documentation are.
  const document = () => (made ??= openApiDocument(describedApi, { version: manifest.version, publicUrl }));
  documentRoutes({ api, open }, { document, publicUrl });
  const large = largeBodies(operations);
  api.use(
    ...[refuseLargeBody(large), authenticate(deps), limitRate(deps.limits), refuseSuspended, readJsonBody(large)],
  );
  mountOperations(api, operations, { ...deps, recordCall });

  // Says that the process answers; nothing about what it depends on.
  open.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  // Says whether requests should be sent here: a balancer asks where it sends them.
  open.get('/readyz', async (ctx) => {
    const report = await deps.readiness.read();
    ctx.status = isReady(report) ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = report;
  });
  docsRoutes(open, { document, texts: docsTexts, publicUrl });
  gatewayCallbackRoutes(open, deps);
  challengeRoutes(open, deps);
  checkoutRoutes(open, deps);
  authorizationRoutes(open, deps);
  paymentLinkRoutes(open, deps);
  storeDomainRoutes(open, deps);
  optOutRoutes(open, deps);
  mailReportRoutes(open, deps);
  inboxPageRoutes(open, deps);
  const panel = panelRouter(deps);

  const app = new Koa();
  app.proxy = deps.trustedProxies > 0;
  app.maxIpsCount = deps.trustedProxies;
  app.use(assignRequestId);
  app.use(requireTls(deps.publicUrl));
  app.use(observeRequest(deps.metrics, deps.tracing));
  app.use(logRequest(deps.log));
  app.use(renderProblem(deps.log));
  app.use(async (ctx, next) => {
    await next();
    // After the commit, and never waited for. A request that is refused costs PostgreSQL nothing. The next look finds
    // the entries that a request left before it failed.
    if (ctx.method !== 'GET') deps.wakeDispatcher();
  });
  const routers = [api, open, panel];
  app.use(serveStoreDomains(deps));
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    const methods = routers.flatMap((router) =>
      router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods),
    );
    if (methods.length === 0) throw routeNotFound(ctx.method, ctx.path);
    throw methodNotAllowed(ctx.method, ctx.path, [...new Set(methods)].join(', '));
  });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A reader who closes a page while it is still sent has done nothing wrong.
    const level = GONE.has(error.code ?? '') ? 'debug' : 'error';
    deps.log[level]({ err: error }, 'the connection of a request failed');
  });
  return app;
}
