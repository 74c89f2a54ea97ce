import type { PayerMessage } from '../../invoices/payer-message.entity.ts';

/** The address at which the receiver of a reminder opts out. */
export function unsubscribeUrlOf({ token }: Pick<PayerMessage, 'token'>, publicUrl: string): string {
  return `${publicUrl}/messages/${token}/unsubscribe`;
}
