import type { ReminderStop } from '../../catalog/customers/customer.entity.ts';

/**
 * The end of an attempt to hand a message over. `sent`: it was taken. `refused`: for good, and `stop` where nothing
 * more is to be sent to that payer. `unavailable`: it was certainly not taken, and may be later. `unknown`: it may have
 * been taken.
 */
export type MessageOutcome =
  | { status: 'sent'; providerId: string | null }
  | { status: 'refused'; reason: string; stop: ReminderStop | null }
  | { status: 'unavailable' | 'unknown'; why: string };

/** A short message to a phone. */
export interface ShortMessage {
  channel: 'sms' | 'whatsapp';
  /** E.164: `+5511912345678`. */
  to: string;
  text: string;
  template: { id: string; variables: Record<string, string> } | null;
}

/** The store's account with the provider of short messages. */
export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** E.164, or the id of a messaging service (`MG…`); null: the store sends none. */
  smsFrom: string | null;
  /** E.164; null: the store sends none. */
  whatsappFrom: string | null;
}

/** Hands short messages to their provider. */
export interface ShortMessageSender {
  /** Never throws, and ends within half a minute. */
  send(account: TwilioAccount, message: ShortMessage): Promise<MessageOutcome>;
}
