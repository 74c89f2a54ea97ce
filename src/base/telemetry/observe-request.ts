import { SpanKind } from '@opentelemetry/api';
import type { Context, Next } from 'koa';
import type { ApiMetrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Probes come every few seconds: they are counted, and are no traces. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Measures and traces each request, by the pattern of its route: a path has ids in it, and secrets. */
export function observeRequest(metrics: ApiMetrics, tracing: Tracing) {
  return async function observeRequestMiddleware(ctx: Context, next: Next): Promise<void> {
    const begun = performance.now();
    const { method } = ctx;
    if (PROBES.has(ctx.request.url.split('?', 1)[0]!)) await next();
    else {
      const options = {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method },
        traceparent: ctx.get('traceparent'),
      };
      await tracing.run(method, options, async (note) => {
        await next();
        note({ 'http.route': routeOf(ctx), 'http.response.status_code': ctx.status });
      });
    }
    const labels = { route: routeOf(ctx), method, status: String(ctx.status) };
    metrics.requests.observe(labels, (performance.now() - begun) / 1_000);
    if (ctx.status === 429) metrics.rateLimited.inc({ code: String(ctx.state.problemCode) });
    if (ctx.response.get('Idempotent-Replayed')) metrics.replays.inc();
  };
}

/** The pattern of the route that the request was for; `none` where there is none. */
function routeOf(ctx: Context): string {
  const { matched = [] } = ctx as { matched?: { path: string | RegExp; methods: string[] }[] };
  // A request that is not let in has come no further than a layer in front of the route.
  return String(matched.findLast(({ methods }) => methods.includes(ctx.method))?.path ?? 'none');
}
