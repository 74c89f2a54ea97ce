import { Client, Connection } from '@temporalio/client';

/** A client that connects at its first call, so that the API starts and answers while Temporal is away. */
export function openTemporalClient({ address, namespace }: { address: string; namespace: string }): Client {
  return new Client({ connection: Connection.lazy({ address }), namespace });
}
