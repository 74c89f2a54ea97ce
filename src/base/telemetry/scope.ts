import { AsyncLocalStorage } from 'node:async_hooks';
import { isSpanContextValid, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, SpanContext, SpanKind, Tracer } from '@opentelemetry/api';

/** The request or activity that the present work belongs to. */
interface Scope {
  /** Part of each line that is logged meanwhile. */
  fields: Record<string, unknown>;
  /** The span of the work, where traces are made and this is part of one. */
  active: { tracer: Tracer; span: Span } | null;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs work whose log lines carry these fields, beside those that are there already. */
export function withFields<T>(fields: Record<string, unknown>, work: () => T): T {
  const scope = scopes.getStore();
  return scopes.run({ fields: { ...scope?.fields, ...fields }, active: scope?.active ?? null }, work);
}

/** Runs what outlives the request in which it happens to begin. */
export function outsideScope<T>(work: () => T): T {
  return scopes.exit(work);
}

/** The fields that a line that is logged now carries about the work that it is part of. */
export function scopeFields(): Record<string, unknown> {
  const scope = scopes.getStore();
  if (!scope) return {};
  return scope.active ? { ...scope.fields, trace_id: scope.active.span.spanContext().traceId } : scope.fields;
}

/** The span that is under way, in the form of W3C Trace Context; null where there is none. */
export function currentTraceparent(): string | null {
  const context = scopes.getStore()?.active?.span.spanContext();
  if (!context || !isSpanContextValid(context)) return null;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The same as a header of a request to somebody else. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === null ? {} : { traceparent };
}

export interface SpanOptions {
  kind: SpanKind;
  /** Ids, names of ours and statuses; never a name, a document, an address or a URL. */
  attributes?: Attributes;
}

/** Runs work as a span of the trace that is under way; where none is, just runs it. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const active = scopes.getStore()?.active;
  return active ? runSpan(active.tracer, name, { ...options, parent: active.span.spanContext() }, work) : work(ignore);
}

/** Runs work as a span below `parent`, or as the first of a trace of its own. */
export async function runSpan<T>(
  tracer: Tracer,
  name: string,
  { kind, attributes, parent }: SpanOptions & { parent: SpanContext | null },
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, context);
  const fields = scopes.getStore()?.fields ?? {};
  try {
    return await scopes.run({ fields, active: { tracer, span } }, () => work((noted) => span.setAttributes(noted)));
  } catch (error) {
    // The message of an error may quote a row; its kind does not.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    throw error;
  } finally {
    span.end();
  }
}

function ignore(): void {
  // Nobody traces.
}
