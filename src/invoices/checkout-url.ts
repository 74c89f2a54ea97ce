import type { Invoice } from './invoice.entity.ts';

/**
 * The address of the page where an invoice is paid.
 *
 * @param origin as `payersOrigin` has it
 */
export function checkoutUrlOf({ checkoutHash }: Pick<Invoice, 'checkoutHash'>, origin: string): string {
  return `${origin}/checkout/${checkoutHash}`;
}

/** Where the picture of the store is, for whoever has the address of the page. */
export function logoUrlOf(invoice: Pick<Invoice, 'checkoutHash'>, origin: string, version: string): string {
  return `${checkoutUrlOf(invoice, origin)}/logo?v=${encodeURIComponent(version)}`;
}
