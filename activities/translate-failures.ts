import { ApplicationFailure, CancelledFailure, log } from '@temporalio/activity';
import { GatewayUnavailableError } from '../src/gateways/payment-gateway.ts';

/** Longer than that nobody is left alone, whatever a gateway says. */
const MAX_RETRY_AFTER_SECONDS = 300;

type Activities = Record<string, (input: never) => Promise<unknown>>;

/**
 * The edge between use cases and Temporal: what fails inside becomes a failure that an operator may read. Messages of
 * errors that we do not know can quote a row of the database, so only their type goes on; the worker's log has the
 * rest.
 */
export function translateFailures<T extends Activities>(activities: T): T {
  const translated = Object.entries(activities).map(([name, run]) => [
    name,
    async (input: never): Promise<unknown> => {
      try {
        return await run(input);
      } catch (error) {
        if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
        // A gateway that is away is waited for: nobody has to get up.
        const level = error instanceof GatewayUnavailableError ? 'warn' : 'error';
        log[level](`${name} failed`, { error });
        throw ApplicationFailure.create({ type: typeOf(error), message: messageOf(error), ...whenAgain(error) });
      }
    },
  ]);
  return Object.fromEntries(translated) as T;
}

/** A gateway that asks to be left alone for a time is. */
function whenAgain(error: unknown): { nextRetryDelay?: number } {
  const seconds = retryAfterSecondsOf(error);
  return seconds === null ? {} : { nextRetryDelay: seconds * 1000 };
}

/** The time for which the gateway that failed asks to be left alone, within reason; null where it asks for nothing. */
export function retryAfterSecondsOf(error: unknown): number | null {
  const seconds = error instanceof GatewayUnavailableError ? error.retryAfterSeconds : null;
  return seconds === null ? null : Math.min(seconds, MAX_RETRY_AFTER_SECONDS);
}

function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'UnknownError';
}

function messageOf(error: unknown): string {
  if (error instanceof GatewayUnavailableError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  return `${typeOf(error)}${code ? ` ${code}` : ''}: the worker's log says more.`;
}
