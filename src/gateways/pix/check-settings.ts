import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { parseTariff } from '../../banking/tariff.ts';
import type { FieldError } from '../../base/errors/errors.ts';
import type { GatewayAccountInfo, GatewaySettings } from '../gateway-provider.ts';
import { GatewayAccountError } from '../payment-gateway.ts';
import { BankConnectionError, BankRefusal, type PixApi } from './pix-api.ts';
import { ACCOUNT_TYPES, readHeaders, type PixAccess } from './pix-settings.ts';

const HOUR_MS = 3_600_000;

/** The lists that the gateway reads, each with the scopes that it needs. */
const LISTS = [
  ['/cob', 'cob.read and cob.write'],
  ['/cobv', 'cobv.read and cobv.write'],
  ['/pix', 'pix.read and pix.write'],
] as const;
/** The lists that Pix Automático needs beside. */
const LISTS_OF_MANDATES = [
  ['/rec', 'rec.read and rec.write'],
  ['/cobr', 'cobr.read and cobr.write'],
  ['/locrec', 'payloadlocationrec.read and payloadlocationrec.write'],
] as const;
/** The bank has an address for each of the callbacks of Pix Automático. */
const WEBHOOKS_OF_MANDATES = [
  ['/webhookrec', 'webhookrec.write'],
  ['/webhookcobr', 'webhookcobr.write'],
] as const;

/** Holds settings against their form: what is wrong, before the bank is asked. */
export function checkForm(settings: GatewaySettings): FieldError[] {
  return [
    ...(['base_url', 'token_url'] as const).flatMap((field) => checkUrl(field, settings[field] ?? '')),
    ...checkKeyPair(settings),
    ...checkAuthority(settings.server_ca ?? ''),
    ...checkOthers(settings),
  ];
}

function checkUrl(field: string, text: string): FieldError[] {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === '') return [];
  return [problem(field, 'needs_https', `${field} must be an address that begins with https:// and has no query.`)];
}

function checkKeyPair({ certificate: pem = '', private_key: keyPem = '' }: GatewaySettings): FieldError[] {
  const certificate = readCertificate(pem);
  const key = readKey(keyPem);
  const errors: FieldError[] = [];
  if (!certificate) {
    const form = 'give the whole text, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.';
    errors.push(problem('certificate', 'no_certificate', `certificate is no certificate in PEM: ${form}`));
  }
  if (!key) {
    const form = 'give the whole text, from -----BEGIN PRIVATE KEY----- on. A key with a password cannot be read.';
    errors.push(problem('private_key', 'no_key', `private_key is no private key in PEM: ${form}`));
  }
  if (!certificate || !key) return errors;
  if (!certificate.checkPrivateKey(key)) {
    errors.push(
      problem(
        'private_key',
        'key_of_another',
        'private_key is the key of another certificate: give the one that belongs to it.',
      ),
    );
  }
  if (endOf(certificate) <= new Date()) {
    const message = `certificate ended on ${endOf(certificate).toISOString().slice(0, 10)}: ask the bank for another.`;
    errors.push(problem('certificate', 'expired', message));
  }
  return errors;
}

function checkAuthority(pem: string): FieldError[] {
  if (pem === '' || readCertificate(pem)) return [];
  return [
    problem(
      'server_ca',
      'no_certificate',
      'server_ca is no certificate in PEM: leave it empty unless the bank gave you one.',
    ),
  ];
}

function checkOthers({
  pix_key: key = '',
  client_authentication: where = '',
  extra_headers: lines = '',
  account_branch: branch = '',
  account_number: account = '',
  account_type: type = '',
  tariff = '',
}: GatewaySettings) {
  const errors: FieldError[] = [];
  if (tariff !== '' && !parseTariff(tariff)) {
    const message = 'tariff is a percentage, an amount, or both, such as 0.99% or 1.20 or 0.99% min 0.50 max 10.00.';
    errors.push(problem('tariff', 'invalid', message));
  }
  if (key.length > 77) errors.push(problem('pix_key', 'invalid', 'pix_key has at most 77 characters.'));
  if (!['', 'header', 'body'].includes(where)) {
    errors.push(problem('client_authentication', 'invalid', 'client_authentication is header or body.'));
  }
  if (readHeaders(lines) === null)
    errors.push(problem('extra_headers', 'invalid', 'extra_headers are lines of `name: value`.'));
  if (!/^\d{0,4}$/.test(branch)) {
    errors.push(problem('account_branch', 'invalid', 'account_branch has up to four digits, and nothing else.'));
  }
  if (!/^[0-9A-Za-z]{0,20}$/.test(account)) {
    errors.push(
      problem('account_number', 'invalid', 'account_number has up to 20 digits or letters, without a hyphen.'),
    );
  }
  if (type !== '' && !ACCOUNT_TYPES.some((one) => one === type)) {
    errors.push(problem('account_type', 'invalid', `account_type is one of ${ACCOUNT_TYPES.join(', ')}.`));
  }
  return errors;
}

function problem(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function endOf(certificate: X509Certificate): Date {
  return new Date(certificate.validTo);
}

/**
 * Tries all that the gateway needs at the bank, and has the bank call back to `callbackUrl`.
 *
 * @returns what is wrong, by setting, in words that say what to do; or what the account is
 * @throws GatewayUnavailableError where the bank cannot be asked now
 */
export async function askBank(
  api: PixApi,
  access: PixAccess,
  callbackUrl: string,
): Promise<FieldError[] | GatewayAccountInfo> {
  try {
    await api.authenticate();
  } catch (error) {
    return [problemOfToken(error, access)];
  }
  // Whether they may be read says whether the scopes are there; what they hold says nothing here.
  const takesMandates = access.receiver !== null;
  for (const [list, scope] of [...LISTS, ...(takesMandates ? LISTS_OF_MANDATES : [])]) {
    const missing = await tryCall(() => api.call('GET', `${list}?${lastHour()}`), { access, scope });
    if (missing) return [missing];
  }
  const webhook = [`/webhook/${encodeURIComponent(access.pixKey)}`, 'webhook.write'] as const;
  for (const [path, scope] of [...(takesMandates ? WEBHOOKS_OF_MANDATES : []), webhook]) {
    const subscribe = () => api.call('PUT', path, { webhookUrl: callbackUrl });
    const refused = await tryCall(subscribe, { access, scope }).catch((error: unknown) => {
      if (error instanceof BankRefusal) return problemOfWebhook(error, callbackUrl);
      throw error;
    });
    if (refused) return [refused];
  }
  const { host } = new URL(access.baseUrl);
  const digest = createHash('sha256').update(access.pixKey).digest('hex').slice(0, 12);
  return {
    accountId: `${host} ${digest}`,
    displayName: `${host} · ${access.pixKey}`,
    methods: ['pix'],
    accessEndsAt: endOf(new X509Certificate(access.certificate)),
  };
}

function lastHour(): string {
  const now = Date.now();
  const [inicio, fim] = [now - HOUR_MS, now].map((at) => new Date(at).toISOString());
  return new URLSearchParams({ inicio: inicio!, fim: fim! }).toString();
}

/** @returns the problem of the access; null for a call that went through, or that the bank refused for its content */
async function tryCall(
  call: () => Promise<unknown>,
  { access, scope }: { access: PixAccess; scope: string },
): Promise<FieldError | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof GatewayAccountError && error.failure === 'permission_missing') {
      const message = `The bank does not let this application use ${scope}: add the scope in the bank's portal.`;
      return problem('scope', 'permission_missing', message);
    }
    if (error instanceof GatewayAccountError) {
      const message =
        'The bank gives a token and then refuses it: look whether base_url and token_url are of one environment.';
      return problem('base_url', 'key_refused', message);
    }
    if (error instanceof BankConnectionError) return problemOfConnection(error, 'base_url', access.baseUrl);
    throw error;
  }
}

function problemOfToken(error: unknown, access: PixAccess): FieldError {
  if (error instanceof GatewayAccountError) {
    return error.failure === 'permission_missing'
      ? problem(
          'scope',
          'permission_missing',
          'The bank gives no token for these scopes: leave them empty, or give those of the application.',
        )
      : problem(
          'client_id',
          'key_refused',
          'The bank does not take the client id with this secret: copy both again from the bank’s portal.',
        );
  }
  if (error instanceof BankRefusal) {
    return problem(
      'token_url',
      'no_token_here',
      `The bank answered ${error.status} at token_url: look whether the address is right.`,
    );
  }
  if (error instanceof BankConnectionError) return problemOfConnection(error, 'token_url', access.tokenUrl);
  throw error;
}

/** Failures of the handshake at which the server did not take our certificate. */
const CERTIFICATE_REFUSED = /ALERT|HANDSHAKE|CERTIFICATE_REQUIRED|ECONNRESET|EPIPE|UND_ERR_SOCKET|EPROTO/;
const SERVER_UNTRUSTED = /ALTNAME|SELF_SIGNED|UNABLE_TO|CERT_/;
const SERVER_UNKNOWN = /ENOTFOUND|ECONNREFUSED/;

/** @throws the error itself where another try may mend it */
function problemOfConnection(error: BankConnectionError, field: 'base_url' | 'token_url', url: string): FieldError {
  const { host } = new URL(url);
  if (SERVER_UNTRUSTED.test(error.code) || SERVER_UNKNOWN.test(error.code)) {
    return problem(
      field,
      SERVER_UNTRUSTED.test(error.code) ? 'host_untrusted' : 'host_unknown',
      `${host} ${error.why}: look whether the address is the bank's.`,
    );
  }
  if (error.why.startsWith('was not called')) return problem(field, 'host_unknown', `${host} ${error.why}.`);
  if (CERTIFICATE_REFUSED.test(error.code)) {
    const message = `${host} does not take the certificate: it may be of another environment or application, or revoked.`;
    return problem('certificate', 'key_refused', message);
  }
  throw error;
}

function problemOfWebhook(error: BankRefusal, callbackUrl: string): FieldError {
  const isAboutUrl = /url/i.test(`${error.properties.join(' ')} ${error.words}`);
  return isAboutUrl
    ? problem(
        'base_url',
        'callback_refused',
        `The bank does not take the address for its callbacks (${new URL(callbackUrl).origin}…): it must be reachable from the internet by https.`,
      )
    : problem(
        'pix_key',
        'unknown_key',
        'The bank knows no such Pix key of this account: give the key as it is registered there.',
      );
}
