import { pino, type DestinationStream, type LevelWithSilent, type Logger, type LoggerOptions } from 'pino';
import { scopeFields } from '../telemetry/scope.ts';
import { describeError } from './describe-error.ts';
import { openOutput } from './output.ts';
import { redact, redactFields } from './redact.ts';

/**
 * The log of a process: one JSON object a line, without personal data. Each line says which request or activity it is
 * of, and of which trace, where it is of one.
 */
export function createLogger(
  process: string,
  level: LevelWithSilent,
  destination: DestinationStream = openOutput(),
): Logger {
  const options: LoggerOptions = {
    level,
    base: { process },
    mixin: scopeFields,
    // The fields of the line itself count.
    mixinMergeStrategy: (fields, mixed) => ({ ...mixed, ...fields }),
    formatters: { log: redactFields },
    serializers: { err: (error: unknown) => (error ? redact(describeError(error)) : undefined) },
  };
  return pino(options, destination);
}
