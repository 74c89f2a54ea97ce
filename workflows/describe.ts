import type { InvoiceNews } from '../src/invoices/invoice-news.ts';

/** What an operator reads in the Temporal UI: how the invoice stands and what its workflow waits for. */
export function describe({
  status,
  version,
  deadline,
  chargeToRegister,
  refundsToMake = [],
  deliveries,
}: InvoiceNews): string {
  const waits = [
    chargeToRegister && `the gateway to register attempt ${chargeToRegister}`,
    refundsToMake.length > 0 && `the gateway to take refunds ${refundsToMake.join(', ')}`,
    deadline && `\`${deadline.kind}\` at ${deadline.at}`,
    deliveries.length > 0 && `deliveries ${deliveries.map((order) => order.deliveryId).join(', ')}`,
  ].filter(Boolean);
  return `**${status}** (version ${version})\n\nWaits for ${waits.join('; ') || 'nothing'}.`;
}
