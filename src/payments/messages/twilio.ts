import type { MessageOutcome, ShortMessage, ShortMessageSender, TwilioAccount } from './message-outcome.ts';

const TWILIO_URL = 'https://api.twilio.com';
const TIMEOUT_MS = 20_000;

/**
 * Errors of Twilio that mend by no retry (twilio.com/docs/api/errors). 21211, 21614 and 63024: there is no such number
 * to write to. 21610: its owner has answered STOP.
 */
const REFUSALS: Readonly<Record<number, Omit<Extract<MessageOutcome, { status: 'refused' }>, 'status'>>> = {
  21211: { reason: 'invalid_number', stop: null },
  21610: { reason: 'unsubscribed', stop: 'unsubscribed' },
  21614: { reason: 'invalid_number', stop: null },
  63024: { reason: 'invalid_number', stop: null },
};

/** Errors that come before anything of the request was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * SMS and WhatsApp by Twilio's Messages resource (twilio.com/docs/messaging/api/message-resource): one POST of a form,
 * with the account's id and token as basic authentication. Twilio's call has no idempotency key, so a request whose
 * answer is lost is not repeated.
 *
 * @param url another address than Twilio's own, for tests
 */
export function createTwilio(url = TWILIO_URL): ShortMessageSender {
  return {
    async send(account, message) {
      const from = message.channel === 'sms' ? account.smsFrom : account.whatsappFrom;
      if (from === null) return { status: 'refused', reason: `no_${message.channel}_sender`, stop: null };
      try {
        const response = await fetch(`${url}/2010-04-01/Accounts/${account.accountSid}/Messages.json`, {
          method: 'POST',
          headers: { Authorization: basic(account) },
          body: formOf(message, from),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        return explain(response.status, (await response.json().catch(() => ({}))) as Answer);
      } catch (error) {
        const { cause, name } = error as Error & { cause?: { code?: string } };
        const code = cause?.code ?? name;
        const status = NOT_CONNECTED.has(code) ? 'unavailable' : 'unknown';
        return { status, why: `Twilio did not answer: ${code}` };
      }
    },
  };
}

interface Answer {
  sid?: string;
  /** The number of an error. */
  code?: number;
}

function basic({ accountSid, authToken }: TwilioAccount): string {
  return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
}

/** A first word at WhatsApp must follow a template that WhatsApp has approved; an answer within a day need not. */
function formOf({ channel, to, text, template }: ShortMessage, from: string): URLSearchParams {
  const address = (number: string): string => (channel === 'whatsapp' ? `whatsapp:${number}` : number);
  const isService = from.startsWith('MG');
  return new URLSearchParams({
    To: address(to),
    ...(isService ? { MessagingServiceSid: from } : { From: address(from) }),
    ...(template === null
      ? { Body: text }
      : { ContentSid: template.id, ContentVariables: JSON.stringify(template.variables) }),
  });
}

function explain(status: number, { sid, code }: Answer): MessageOutcome {
  if (status >= 200 && status < 300) return { status: 'sent', providerId: sid ?? null };
  if (status === 429) return { status: 'unavailable', why: 'Twilio answers 429: too many messages at once' };
  // A server that failed may have taken it before.
  if (status >= 500) return { status: 'unknown', why: `Twilio answers ${status}` };
  if (status === 401 || status === 403) return { status: 'refused', reason: 'access_refused', stop: null };
  const refusal = code === undefined ? undefined : REFUSALS[code];
  return {
    status: 'refused',
    ...(refusal ?? { reason: code === undefined ? `http_${status}` : `twilio_${code}`, stop: null }),
  };
}

/**
 * A phone as the API takes it, in E.164. A number without a country is one of Brazil: an area code of two digits and
 * eight or nine more.
 *
 * @returns null for a number that cannot be one
 */
export function toE164(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (phone.startsWith('+')) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  if (/^[1-9]\d{9,10}$/.test(digits)) return `+55${digits}`;
  return /^55[1-9]\d{9,10}$/.test(digits) ? `+${digits}` : null;
}
