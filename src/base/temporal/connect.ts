import { Client, Connection } from '@temporalio/client';
import { passTrace } from './pass-trace.ts';

/**
 * A client that connects at its first call, so that the API starts and answers while Temporal is away.
 *
 * A call is tried once. By default an interceptor tries again by timers of its own, which outlive the connection: a
 * process that stops while Temporal is away would then end with an uncaught error. The caller tries again: the
 * dispatcher soon, a reader of health at its next look. The client finds a server that is back within seconds, however
 * long the server was away.
 */
export function openTemporalClient({ address, namespace }: { address: string; namespace: string }): Client {
  const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 2_000 };
  const connection = Connection.lazy({ address, channelArgs, interceptors: [] });
  return new Client({ connection, namespace, interceptors: { workflow: [passTrace] } });
}
