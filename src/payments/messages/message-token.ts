import type { PayerMessage } from '../../invoices/payer-message.entity.ts';

type Named = Pick<PayerMessage, 'token'>;

/** The Message-ID of a mail, by which the report of a mail server names the message. */
export function messageIdOf({ token }: Named, publicUrl: string): string {
  return `<fatura.${token}@${new URL(publicUrl).hostname}>`;
}

/** @returns the token of the first of our Message-IDs in a text; null for none */
export function findToken(text: string): string | null {
  return /<fatura\.([\w-]{24})@[\w.-]+>/.exec(text)?.[1] ?? null;
}

/** The address at which the receiver of a reminder opts out. */
export function unsubscribeUrlOf({ token }: Named, publicUrl: string): string {
  return `${publicUrl}/messages/${token}/unsubscribe`;
}
