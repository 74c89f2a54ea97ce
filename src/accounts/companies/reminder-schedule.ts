import type { PaymentMethod } from '../../banking/payment-method.ts';

/** The languages in which a payer is written to. */
export const MESSAGE_LANGUAGES = ['pt', 'en', 'es'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** A step of a store's schedule: the moment, by the due date of an invoice, at which its payer is reminded. */
export interface ReminderStep {
  /** A step keeps its name when its hour or its words change: an invoice has one reminder of a step for a due date. */
  name: string;
  /** Days after the due date; negative: before it. */
  days: number;
  /** `HH:MM` in the time zone of the store. */
  time: string;
  channel: MessageChannel;
  /** Invoices of these methods; empty: of all. */
  methods: PaymentMethod[];
}

/** The rules by which a store asks its payers for money (régua de cobrança), in one environment. */
export interface ReminderSchedule {
  isOn: boolean;
  /** ISO 8601, the store's time: the last change. A step whose moment lay before it reminds nobody. */
  since: string;
  /** The language of a payer who has none. */
  language: MessageLanguage;
  /** No reminder on a Saturday, a Sunday or a bank holiday. */
  businessDaysOnly: boolean;
  /** `HH:MM`: a reminder that is late waits until the end of these hours. Both null: for no hour. */
  quietFrom: string | null;
  quietUntil: string | null;
  /** The address at which a payer's answer arrives. */
  replyTo: string | null;
  sendsReceipts: boolean;
  sendsRefundNotices: boolean;
  steps: ReminderStep[];
}

/** The words of one message in one language, with placeholders. */
export interface MessageWords {
  /** Only of an e-mail. */
  subject: string | null;
  text: string;
  /** The template at WhatsApp (`HX…`), which a first word to a payer must follow. */
  whatsappTemplate: string | null;
}

/**
 * The store's own words: by the name of a step, or by `receipt` and `refund_notice`, which no step may be called, and
 * by language.
 */
export type ReminderWords = Record<string, Partial<Record<MessageLanguage, MessageWords>>>;
