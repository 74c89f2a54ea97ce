import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config.ts';
import { describeError } from './describe-error.ts';

/** The log of a process: one JSON object a line, without personal data. */
export function createLogger(process: string, level: LogLevel): Logger {
  return pino({
    level,
    base: { process },
    serializers: { err: (error: unknown) => (error ? describeError(error) : undefined) },
  });
}
