import type { Logger } from 'pino';
import type { Tracing, TracingSettings } from './otlp-tracing.ts';

export type { Tracing, TracingSettings };

/** Makes no span, and costs nothing. */
export const NO_TRACING: Tracing = {
  run: (_name, _options, work) => work(() => undefined),
  goOn: (_name, _options, work) => work(() => undefined),
  stop: () => Promise.resolve(),
};

/** Loads the exporter only where traces are made. */
export async function createTracing(
  settings: TracingSettings | undefined,
  service: string,
  log: Logger,
): Promise<Tracing> {
  if (!settings) return NO_TRACING;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing(settings, service, log);
}
