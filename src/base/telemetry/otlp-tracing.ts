import { ROOT_CONTEXT, TraceFlags, type Attributes, type SpanContext, type Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { runSpan, type SpanOptions } from './scope.ts';

export interface TracingSettings {
  /** The address of an OpenTelemetry collector, without a trailing slash and `/v1/traces`. */
  endpoint: string;
  /**
   * The part of the traces that is kept, from 0 to 1. A client's `traceparent` can only take its trace out: a client
   * who could have each request kept would fill the collector.
   */
  sampleRatio: number;
}

/** Where traces begin and go on; spans within are made by `inSpan`. */
export interface Tracing {
  /** Runs work as a span of the trace that a client's `traceparent` names, or of a new one. */
  run<T>(
    name: string,
    options: SpanOptions & { traceparent: string | null | undefined },
    work: (note: (attributes: Attributes) => void) => Promise<T>,
  ): Promise<T>;
  /** As `run`, for what is only worth a span where it is part of a trace. */
  goOn<T>(
    name: string,
    options: SpanOptions & { traceparent: string | null | undefined },
    work: (note: (attributes: Attributes) => void) => Promise<T>,
  ): Promise<T>;
  /** Sends what is left, for a second or so at most. */
  stop(): Promise<void>;
}

const EXPORT_TIMEOUT_MS = 5_000;
/** A collector that is away must not hold up the end of the process. */
const STOP_PATIENCE_MS = 1_000;

/** Traces by OTLP over HTTP. Nothing is registered globally: whoever makes spans is given the means. */
export function createOtlpTracing(settings: TracingSettings, service: string, log: Logger): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const ours = new TraceIdRatioBasedSampler(settings.sampleRatio);
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    sampler: new ParentBasedSampler({ root: ours }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer: Tracer = provider.getTracer('fatura');
  /** The share is decided by the trace's id: a client with the same share keeps the same traces. */
  const ofClient = (parent: SpanContext | null): SpanContext | null => {
    const isKept = parent && ours.shouldSample(ROOT_CONTEXT, parent.traceId).decision !== SamplingDecision.NOT_RECORD;
    return isKept ? parent : parent && { ...parent, traceFlags: TraceFlags.NONE };
  };
  return {
    run: (name, { traceparent, ...options }, work) =>
      runSpan(tracer, name, { ...options, parent: ofClient(readTraceparent(traceparent)) }, work),
    goOn(name, { traceparent, ...options }, work) {
      const parent = readTraceparent(traceparent);
      return parent ? runSpan(tracer, name, { ...options, parent }, work) : work(() => undefined);
    },
    async stop() {
      const stopped = provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'spans were lost'));
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS).unref())]);
    },
  };
}

/** @returns null for a text that is no traceparent; a later version of the header is read as far as this one goes */
export function readTraceparent(header: string | null | undefined): SpanContext | null {
  const context = header ? parseTraceParent(header) : null;
  return context && { ...context, traceFlags: context.traceFlags & TraceFlags.SAMPLED, isRemote: true };
}
