import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection, type ConnectionLike, type ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { SecretBox } from '../crypto/secret-box.ts';
import { passTrace } from './pass-trace.ts';
import { createPayloadCodec } from './payload-codec.ts';

/** Where Temporal is, and how it is spoken to. */
export interface TemporalSettings {
  /** `host:7233`. */
  address: string;
  namespace: string;
  /** Set, the connection is TLS: PEM texts, and the name in the server's certificate where it is not the host's. */
  tls?: { ca?: string; certificate?: string; key?: string; serverName?: string } | undefined;
  apiKey?: string | undefined;
  /** Payloads and messages of failures are encrypted before they leave the process. */
  encryptsPayloads?: boolean | undefined;
}

/** The options of a connection, for the client and for the worker. */
export function connectionOptions({
  address,
  tls,
  apiKey,
}: TemporalSettings): Pick<ConnectionOptions, 'address' | 'tls'> & { apiKey?: string } {
  const bytes = (pem: string): Buffer => Buffer.from(pem);
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls && {
      tls: {
        ...(tls.serverName !== undefined && { serverNameOverride: tls.serverName }),
        ...(tls.ca !== undefined && { serverRootCACertificate: bytes(tls.ca) }),
        ...(tls.certificate !== undefined &&
          tls.key !== undefined && { clientCertPair: { crt: bytes(tls.certificate), key: bytes(tls.key) } }),
      },
    }),
  };
}

/** How payloads are written; nothing where they are not encrypted. */
export function dataConverterOf(
  { encryptsPayloads = false }: TemporalSettings,
  secrets: SecretBox,
): { dataConverter?: DataConverter } {
  if (!encryptsPayloads) return {};
  // The SDK loads the file by its path, here and where it is compiled.
  const failureConverterPath = fileURLToPath(
    new URL(`./failure-converter${extname(import.meta.url)}`, import.meta.url),
  );
  return { dataConverter: { payloadCodecs: [createPayloadCodec(secrets)], failureConverterPath } };
}

/**
 * A client that connects at its first call, so that the API starts and answers while Temporal is away.
 *
 * A call is tried once. By default an interceptor tries again by timers of its own, which outlive the connection: a
 * process that stops while Temporal is away would then end with an uncaught error. The caller tries again: the
 * dispatcher soon, a reader of health at its next look. The client finds a server that is back within seconds, however
 * long the server was away.
 *
 * @param secrets needed where payloads are encrypted
 */
export function openTemporalClient(settings: TemporalSettings, secrets?: SecretBox): Client {
  const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 500, 'grpc.max_reconnect_backoff_ms': 2_000 };
  const connection = Connection.lazy({ ...connectionOptions(settings), channelArgs, interceptors: [] });
  return clientOf(connection, settings, secrets);
}

/** A client on a connection that is there, as a worker has it. */
export function clientOf(connection: ConnectionLike, settings: TemporalSettings, secrets?: SecretBox): Client {
  return new Client({
    connection,
    namespace: settings.namespace,
    ...(secrets && dataConverterOf(settings, secrets)),
    interceptors: { workflow: [passTrace] },
  });
}
