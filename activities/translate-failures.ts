import { ApplicationFailure, CancelledFailure, log } from '@temporalio/activity';
import { GatewayUnavailableError } from '../src/payments/gateways/payment-gateway.ts';

type Activities = Record<string, (input: never) => Promise<unknown>>;

/**
 * The edge between use cases and Temporal: what fails inside becomes a failure that an operator may read. Messages of
 * errors that we do not know can quote a row of the database, so only their type goes on; the worker's log has the rest.
 */
export function translateFailures<T extends Activities>(activities: T): T {
  const translated = Object.entries(activities).map(([name, run]) => [
    name,
    async (input: never): Promise<unknown> => {
      try {
        return await run(input);
      } catch (error) {
        if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
        log.error(`${name} failed`, { error });
        throw ApplicationFailure.create({ type: typeOf(error), message: messageOf(error) });
      }
    },
  ]);
  return Object.fromEntries(translated) as T;
}

function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'UnknownError';
}

function messageOf(error: unknown): string {
  if (error instanceof GatewayUnavailableError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  return `${typeOf(error)}${code ? ` ${code}` : ''}: the worker's log says more.`;
}
