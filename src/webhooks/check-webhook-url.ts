import { isIP } from 'node:net';
import type { Environment } from '../base/environment.ts';
import { invalidFields } from '../base/errors/errors.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';

/** Why a URL is not called. */
export interface UrlProblem {
  /** Stable, for programs. */
  code: string;
  /** For people, as the end of a sentence. */
  reason: string;
}

export interface UrlRules {
  environment: Environment;
  policy: AddressPolicy;
}

/** The path of the sandbox's inboxes, which anybody reads who knows the name. */
export const INBOX_PATH = '/sandbox/inbox/';

/** Ports of HTTPS that `URL` shows: it leaves 443 out. */
const PRODUCTION_PORTS = ['', '8443'];
/** Those below the first that a developer's program may open belong to services that take no webhooks. */
const WEB_PORTS = ['', '80', '443'];
const FIRST_FREE_PORT = 1_024;

/** Ends of names that no public DNS knows, or that ICANN gives to nobody as private networks use them. */
const PRIVATE_SUFFIXES = ['local', 'localdomain', 'internal', 'intranet', 'lan', 'corp', 'home', 'home.arpa'];

/**
 * Finds the fault of a URL by its text alone; null for a URL that may be called. The check runs when a webhook is
 * created or changed, and again before each attempt, as rules and exceptions change. The address to which a name
 * resolves is checked when the connection is made.
 *
 * `URL` is the parser that the request is made with, so that both see one host: it turns every form of an IPv4 address
 * (decimal, octal, hexadecimal, short, percent-encoded, full-width, with a dot at its end) into the plain one.
 */
export function webhookUrlProblem(text: string, { environment, policy }: UrlRules): UrlProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return { code: 'url.invalid', reason: 'it is no http or https address' };
  }
  // No connection can be made to port 0.
  if (url.port === '0') return { code: 'url.port_not_allowed', reason: 'port 0 is no port that can be called' };
  if (url.username || url.password) {
    return { code: 'url.credentials', reason: 'it carries a user or password; verify the signature instead' };
  }
  return (
    hostProblem(url.hostname, { environment, policy }) ??
    (environment === 'production' ? productionProblem(url) : sandboxProblem(url))
  );
}

/** @throws ApiError 422 for a URL that webhooks may not call; see `webhookUrlProblem` */
export function checkWebhookUrl(text: string, rules: UrlRules): void {
  const problem = webhookUrlProblem(text, rules);
  if (!problem) return;
  const { code, reason } = problem;
  throw invalidFields([{ field: 'url', code, message: `url cannot be called: ${reason}.` }]);
}

function hostProblem(hostname: string, { environment, policy }: UrlRules): UrlProblem | null {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal)) {
    if (policy.allows(literal)) return null;
    return { code: 'url.address_not_allowed', reason: `the address ${literal} is not a public one` };
  }
  // A dot at the end means the same name.
  const labels = hostname.replace(/\.$/, '').split('.');
  if (labels.some((label) => !isLabel(label))) {
    return { code: 'url.name_not_allowed', reason: `${hostname} is not a name that DNS can have` };
  }
  const known = isLoopbackName(labels)
    ? policy.allows('127.0.0.1') || policy.allows('::1')
    : policy.reachesPrivateNetworks || !isPrivateName(labels, environment);
  if (known) return null;
  return { code: 'url.name_not_allowed', reason: `${hostname} is not a public name` };
}

/** RFC 1035, section 2.3.4: 1 to 63 octets. Names with an underscore are in use, though not those of hosts. */
function isLabel(label: string): boolean {
  return label.length >= 1 && label.length <= 63;
}

function isLoopbackName(labels: string[]): boolean {
  return labels.at(-1) === 'localhost';
}

/** In the sandbox a name of one label may be a container beside us; it is judged by what it resolves to. */
function isPrivateName(labels: string[], environment: Environment): boolean {
  if (labels.length === 1 && environment === 'production') return true;
  return PRIVATE_SUFFIXES.some((suffix) => `.${labels.join('.')}`.endsWith(`.${suffix}`));
}

function productionProblem(url: URL): UrlProblem | null {
  if (url.protocol !== 'https:') {
    return { code: 'url.https_required', reason: 'production is called by https only; the sandbox also by http' };
  }
  if (url.pathname.startsWith(INBOX_PATH)) {
    return { code: 'url.inbox_not_allowed', reason: 'an inbox of the sandbox takes no events of production' };
  }
  if (!PRODUCTION_PORTS.includes(url.port)) {
    return { code: 'url.port_not_allowed', reason: `production is called on port 443 or 8443, not ${url.port}` };
  }
  return null;
}

function sandboxProblem({ port }: URL): UrlProblem | null {
  if (WEB_PORTS.includes(port) || Number(port) >= FIRST_FREE_PORT) return null;
  return { code: 'url.port_not_allowed', reason: `the sandbox calls ports 80, 443 and from 1024 up, not ${port}` };
}
