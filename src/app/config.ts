import { readFileSync } from 'node:fs';
import type { MailSettings } from '../base/mail/create-mailer.ts';
import type { DomainSettings } from '../base/outgoing/domain-probe.ts';
import type { OperationsAddress } from '../base/telemetry/operations-server.ts';
import type { LevelWithSilent } from 'pino';
import type { TemporalSettings } from '../base/temporal/connect.ts';
import type { RetentionDays } from '../retention/forget-batch.ts';
import type { TracingSettings } from '../base/telemetry/tracing.ts';

/** The only reader of the environment. Everything else receives a `Config`, or the part of it that it needs. */
export interface Config {
  /** TCP port of the API. */
  port: number;
  /** Address under which payers, stores and gateways reach the API, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  temporal: TemporalSettings;
  /** Networks (CIDR) that webhooks may reach although they are private; empty in production. */
  webhookAllowedNetworks: string[];
  webhookDeniedNetworks: string[];
  /** How the domains of stores are looked up and reached. */
  domains: DomainSettings;
  /**
   * The number of our proxies before the API. As many entries of `X-Forwarded-For`, counted from its end, are believed;
   * with 0 none is, as anyone can send one.
   */
  trustedProxies: number;
  /** The interval at which a run looks for old data, and the days for which the data are kept. */
  retention: { everyMinutes: number; days: RetentionDays };
  /**
   * All workers together take this many steps of subscriptions (an invoice made, a charge settled) a second: steps that
   * are due at one moment are worked off evenly, and leave room for everything else. A renewal is two steps and, with
   * its charge, about 0.3 s of CPU of all programs together: the default is for two cores.
   */
  subscriptionStepsPerSecond: number;
  /** Another address than Stripe's own, for tests. */
  stripeApiUrl: string | undefined;
  /** Another address than Twilio's own, for tests. */
  twilioApiUrl: string | undefined;
  logLevel: LevelWithSilent;
  /** Where operators and their programs are answered: probes and metrics; without it they are not. */
  operations: OperationsAddress | undefined;
  /**
   * A process that is told to stop says so to probes and goes on for this many seconds, so that nobody sends it
   * anything new.
   */
  drainSeconds: number;
  /** Where traces go; without it there are none. */
  tracing: TracingSettings | undefined;
  /** `<key id>:<base64 of 32 bytes>[,…]`; the first encrypts, every one of them decrypts. */
  encryptionKeys: string;
  /** Where mail goes, and from whom; without it nobody is mailed. */
  mail: MailSettings | undefined;
  /** The key of whoever hands over the bounces and complaints of mail; without it nobody does. */
  mailReportsKey: string | undefined;
  /** Where operators look at workflows; without it the panel has no links to them. */
  temporalUiUrl: string | undefined;
  /** A bundle made by `npm run build`; without it the worker bundles the workflows when it starts. */
  workflowBundlePath: string | undefined;
}

const LOG_LEVELS: readonly LevelWithSilent[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const KEYS_FORM = '<id>:<base64 of 32 random bytes>, or ENCRYPTION_KEYS_FILE with the path of a file that has them';

/** A setting is missing or wrong. The message names the variable and the remedy, never a secret's value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws ConfigError naming the first variable that is missing or wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = integer(env, 'PORT', 3000, 1, 65_535);
  return {
    port,
    publicUrl: url(env, 'PUBLIC_URL', `http://localhost:${port}`),
    databaseUrl: required(
      env,
      'DATABASE_URL',
      'the address of a PostgreSQL database, postgres://user:password@host/db',
    ),
    temporal: {
      address: required(env, 'TEMPORAL_ADDRESS', 'the address of a Temporal server, host:7233'),
      namespace: env.TEMPORAL_NAMESPACE || 'default',
      tls: readTemporalTls(env),
      apiKey: env.TEMPORAL_API_KEY || undefined,
      encryptsPayloads: oneOf(env, 'TEMPORAL_PAYLOAD_ENCRYPTION', ['on', 'off'], 'off') === 'on',
    },
    webhookAllowedNetworks: list(env.WEBHOOK_ALLOWED_NETWORKS),
    webhookDeniedNetworks: list(env.WEBHOOK_DENIED_NETWORKS),
    domains: {
      nameServers: env.DNS_SERVERS ? list(env.DNS_SERVERS) : undefined,
      port: integer(env, 'DOMAIN_PORT', 443, 1, 65_535),
      ca: file(env, 'DOMAIN_CA_FILE'),
    },
    trustedProxies: integer(env, 'TRUSTED_PROXIES', 0, 0, 10),
    retention: readRetention(env),
    subscriptionStepsPerSecond: integer(env, 'SUBSCRIPTION_STEPS_PER_SECOND', 6, 1, 10_000),
    stripeApiUrl: env.STRIPE_API_URL ? url(env, 'STRIPE_API_URL', '') : undefined,
    twilioApiUrl: env.TWILIO_API_URL ? url(env, 'TWILIO_API_URL', '') : undefined,
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    operations: readOperations(env),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 0, 10),
    tracing: readTracing(env),
    encryptionKeys: file(env, 'ENCRYPTION_KEYS_FILE')?.trim() || required(env, 'ENCRYPTION_KEYS', KEYS_FORM),
    mail: readMail(env),
    mailReportsKey: readReportsKey(env),
    temporalUiUrl: env.TEMPORAL_UI_URL ? url(env, 'TEMPORAL_UI_URL', '') : undefined,
    workflowBundlePath: env.WORKFLOW_BUNDLE || undefined,
  };
}

/** Set by any of its variables, or by `TEMPORAL_TLS=on` where the system's own authorities are enough. */
function readTemporalTls(env: NodeJS.ProcessEnv): TemporalSettings['tls'] {
  const ca = file(env, 'TEMPORAL_TLS_CA_FILE');
  const certificate = file(env, 'TEMPORAL_TLS_CERT_FILE');
  const key = file(env, 'TEMPORAL_TLS_KEY_FILE');
  const serverName = env.TEMPORAL_TLS_SERVER_NAME || undefined;
  if ((certificate === undefined) !== (key === undefined)) {
    throw new ConfigError('TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE belong together: set both, or neither.');
  }
  const isOn = oneOf(env, 'TEMPORAL_TLS', ['on', 'off'], 'off') === 'on';
  const given = { ca, certificate, key, serverName };
  const tls = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return isOn || Object.keys(tls).length > 0 ? tls : undefined;
}

/** The text of a file that a variable names. */
function file(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} names ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function readRetention(env: NodeJS.ProcessEnv): Config['retention'] {
  return {
    everyMinutes: integer(env, 'RETENTION_INTERVAL_MINUTES', 60, 5, 720),
    days: {
      deliveryLog: integer(env, 'WEBHOOK_LOG_DAYS', 30, 1, 3_650),
      // Gateways repeat a callback for some days, and the comparison of the books looks a week back.
      gatewayCallbacks: integer(env, 'GATEWAY_CALLBACK_DAYS', 90, 30, 3_650),
      reconciliations: integer(env, 'RECONCILIATION_DAYS', 365, 7, 3_650),
    },
  };
}

function readMail(env: NodeJS.ProcessEnv): Config['mail'] {
  const smtpUrl = env.SMTP_URL;
  // For whoever develops: nobody is mailed, the mails are there to read.
  if (!smtpUrl && env.MAIL_DIR) return { directory: env.MAIL_DIR, from: env.MAIL_FROM || 'fatura@localhost' };
  if (!smtpUrl) return undefined;
  if (!/^smtps?:\/\//.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new ConfigError('SMTP_URL is no address of a mail server: give smtp://user:password@host:587 or smtps://….');
  }
  return { smtpUrl, from: required(env, 'MAIL_FROM', 'the address that mail is sent from') };
}

/** A key that can be guessed lets anybody end the reminders of a payer. */
function readReportsKey(env: NodeJS.ProcessEnv): string | undefined {
  const key = env.MAIL_REPORTS_KEY;
  if (!key) return undefined;
  if (key.length < 32) throw new ConfigError('MAIL_REPORTS_KEY has fewer than 32 characters: give a random one.');
  return key;
}

function readOperations(env: NodeJS.ProcessEnv): Config['operations'] {
  if (!env.OPERATIONS_PORT) return undefined;
  return { host: env.OPERATIONS_HOST || '127.0.0.1', port: integer(env, 'OPERATIONS_PORT', 0, 0, 65_535) };
}

/** The standard variables; its own of the exporter (`OTEL_EXPORTER_OTLP_HEADERS`, …) the library reads. */
function readTracing(env: NodeJS.ProcessEnv): Config['tracing'] {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const text = env.OTEL_TRACES_SAMPLER_ARG || '1';
  const sampleRatio = Number(text);
  if (!(sampleRatio >= 0 && sampleRatio <= 1)) {
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${text}": give the part of traces to keep, from 0 to 1.`);
  }
  return { endpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ''), sampleRatio };
}

function required(env: NodeJS.ProcessEnv, name: string, what: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set: give ${what}.`);
  return value;
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} is "${text}": give a whole number from ${min} to ${max}.`);
  }
  return value;
}

function url(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} is "${text}": give an http or https address.`);
  }
  return text.replace(/\/+$/, '');
}

function oneOf<T extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly T[], fallback: T): T {
  const text = env[name];
  if (!text) return fallback;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new ConfigError(`${name} is "${text}": give one of ${values.join(', ')}.`);
  return value;
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
