import { INBOX_PATH } from '../../webhooks/check-webhook-url.ts';

/** Where deliveries are posted to; opened in a browser, it shows them. */
export function inboxUrl(publicUrl: string, name: string): string {
  return `${publicUrl}${INBOX_PATH}${name}`;
}

/**
 * Whether a webhook's URL leads to the inbox. The name says which one it is: one machine may be `localhost` to some and
 * `127.0.0.1` to others, and `?status=` is for who tries out retries.
 */
export function leadsTo(url: string, name: string): boolean {
  return new URL(url).pathname.endsWith(INBOX_PATH + name);
}
