import type { Invoice } from './invoice.entity.ts';

/** The address of the page where an invoice is paid. */
export function checkoutUrlOf({ checkoutHash }: Pick<Invoice, 'checkoutHash'>, publicUrl: string): string {
  return `${publicUrl}/checkout/${checkoutHash}`;
}
