import type { Invoice } from './invoice.entity.ts';

/** The address of the page where an invoice is paid. */
export function checkoutUrlOf({ checkoutHash }: Pick<Invoice, 'checkoutHash'>, publicUrl: string): string {
  return `${publicUrl}/checkout/${checkoutHash}`;
}

/** Where the picture of the store is, for whoever has the address of the page. */
export function logoUrlOf(invoice: Pick<Invoice, 'checkoutHash'>, publicUrl: string, version: string): string {
  return `${checkoutUrlOf(invoice, publicUrl)}/logo?v=${encodeURIComponent(version)}`;
}
