import { isIP } from 'node:net';
import { invalidFields } from '../errors/errors.ts';
import type { AddressPolicy } from './address-policy.ts';

/** @throws ApiError 422 for a URL that carries credentials or names an address that webhooks may not reach */
export function checkWebhookUrl(text: string, policy: AddressPolicy): void {
  const refuse = (code: string, message: string) => invalidFields([{ field: 'url', code, message }]);
  if (!URL.canParse(text)) throw refuse('url.invalid', 'url is not an address that can be called.');
  const url = new URL(text);
  if (url.username || url.password) {
    throw refuse('url.credentials', 'url must not carry a user or password: verify the signature instead.');
  }
  // Names are checked when they are resolved, at each delivery; a literal can be told at once.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !policy.allows(host)) {
    throw refuse('url.address_not_allowed', `url points to ${host}, which is not a public address.`);
  }
}
