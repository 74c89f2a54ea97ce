import { AddressNotAllowedError, EndlessAnswerError } from './guarded-connector.ts';

/** Says in words why an answer is a failure; null for success. */
export function judgeStatus(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return `answered ${statusCode}: redirects are not followed`;
  if (statusCode === 410) return 'answered 410: it is gone';
  return `answered ${statusCode}`;
}

const NO_HTTP = 'did not answer in HTTP/1.1';
const CLOSED = 'closed the connection before it answered';
const UNTRUSTED = 'has a certificate that no known authority vouches for';

const EXPLANATIONS: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ENOTFOUND: 'has a host name that does not exist',
  EAI_AGAIN: 'has a host name that could not be looked up',
  UND_ERR_HEADERS_OVERFLOW: 'answered with headers that are too large',
  HPE_HEADER_OVERFLOW: 'answered with headers that are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NO_HTTP,
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate of another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};
const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

/** Says in words, for the store's people, why a request had no answer. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  const { name, code = '', message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || TIMEOUTS.includes(code)) return `did not answer within ${timeoutMs / 1000} s`;
  if (error instanceof EndlessAnswerError) return 'answered without end';
  if (error instanceof AddressNotAllowedError) return `was not called: ${message}`;
  if (isNoHttp(error as Error)) return NO_HTTP;
  if (EXPLANATIONS[code]) return EXPLANATIONS[code];
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'does not speak TLS as it should';
  // eslint-disable-next-line no-control-regex -- the text may quote what the receiver sent
  return `could not be reached: ${message.replaceAll(/[\x00-\x1F\x7F-\x9F]+/g, ' ').slice(0, 200)}`;
}

/** The parser's own errors, its assertions (a status of 000), and answers that nobody asked for (100, 101). */
function isNoHttp({ name, message }: Error): boolean {
  return name === 'HTTPParserError' || name === 'AssertionError' || /^bad (response|upgrade)$/.test(message);
}
