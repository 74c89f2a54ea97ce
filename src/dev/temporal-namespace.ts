import { setTimeout as sleep } from 'node:timers/promises';

import { Connection } from '@temporalio/client';

import { ensureSearchAttributes } from '../base/temporal/ensure-search-attributes.ts';
import { SEARCH_ATTRIBUTES } from '../base/temporal/search-attributes.ts';
import { describeFailure, UserError } from './user-error.ts';

/**
 * Resolves when the namespace can be used and knows every search attribute of ours. A missing attribute is registered:
 * the development server registers attributes only when it makes a namespace, so one that an upgrade adds would stay
 * unknown.
 * @throws the server's last answer, when `timeoutMs` pass or `signal` aborts
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    try {
      await connection.withDeadline(Date.now() + 5_000, async () => {
        await connection.workflowService.describeNamespace({ namespace });
        await ensureSearchAttributes(connection, namespace);
      });
      return;
    } catch (error) {
      if (performance.now() > deadline || options.signal?.aborted) throw error;
      await sleep(100);
    }
  }
}

/**
 * Checks a Temporal server that is not ours: that it answers, has the namespace, and knows the search attributes.
 * @throws UserError naming the address and what is missing
 */
export async function checkTemporal(address: string, namespace: string): Promise<void> {
  const connection = await connect(address);
  try {
    await prepareNamespace(connection, namespace, { timeoutMs: 10_000 });
  } catch (error) {
    const names = SEARCH_ATTRIBUTES.map(({ name, type }) => `${name} (${type})`).join(', ');
    throw new UserError(
      `Temporal at ${address} has no usable namespace "${namespace}": ${describeFailure(error)}.\n` +
        `Create it, and register its search attributes: ${names}.`,
    );
  } finally {
    await connection.close();
  }
}

async function connect(address: string): Promise<Connection> {
  try {
    return await Connection.connect({ address, connectTimeout: 5_000 });
  } catch {
    throw new UserError(
      `Temporal does not answer at ${address} (TEMPORAL_ADDRESS).\nStart it, or unset TEMPORAL_ADDRESS to use a local one.`,
    );
  }
}
