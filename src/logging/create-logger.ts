import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config.ts';
import { describeError } from './describe-error.ts';

/** The log of a process: one JSON object a line, without personal data. */
export function createLogger(process: string, level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    serializers: { err: (error: unknown) => (error ? describeError(error) : undefined) },
  };
  return destination ? pino(options, destination) : pino(options);
}
