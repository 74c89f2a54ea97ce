import { Client, Connection } from '@temporalio/client';

/** A client that connects at its first call, so that the API starts and answers while Temporal is away. */
export function openTemporalClient({ address, namespace }: { address: string; namespace: string }): Client {
  return new Client({ connection: Connection.lazy({ address }), namespace });
}

/** As `openTemporalClient`, to look how Temporal is: a call is tried once, and a server that is back is found soon. */
export function openProbeClient({ address, namespace }: { address: string; namespace: string }): Client {
  const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 1_000 };
  // By default an interceptor tries again, also when whoever asked has long gone.
  return new Client({ connection: Connection.lazy({ address, channelArgs, interceptors: [] }), namespace });
}
