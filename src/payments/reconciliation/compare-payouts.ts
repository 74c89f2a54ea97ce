import {
  GatewayAccountError,
  isBookable,
  type PayoutItem,
  type PayoutNews,
  type TimeSpan,
} from '../../gateways/payment-gateway.ts';
import { Payout } from '../../invoices/payout.entity.ts';
import { noteForeign, type Comparison } from './comparison.ts';

/** Takes the gateway's prices of payments over: a gateway may tell them in its books alone. */
export function comparePrices(comparison: Comparison, span: TimeSpan, after?: string): Promise<void> {
  const { books, findPayment, makeUp } = comparison;
  return whereReadable(comparison, async () => {
    for await (const { entryId, paymentId, feeCents, availableOn } of books.prices?.(span, after) ?? []) {
      await comparison.oneByOne({ part: 'prices', id: entryId }, async () => {
        const payment = await findPayment(paymentId);
        if (!payment || (payment.feeCents === feeCents && payment.availableOn === availableOn)) return;
        const about = `${paymentId}-price-${feeCents}-${availableOn}`;
        await makeUp(about, { type: 'payment_priced', paymentId, feeCents, availableOn }, { isRepair: false });
      });
    }
  });
}

/** Holds the gateway's payouts against ours, with the money in each: what does not match is a finding. */
export function comparePayouts(comparison: Comparison, span: TimeSpan, after?: string): Promise<void> {
  return whereReadable(comparison, async () => {
    for await (const payout of comparison.books.payouts?.(span, after) ?? []) {
      const { gatewayPayoutId: id } = payout;
      await comparison.oneByOne({ part: 'payouts', id }, () => comparePayout(comparison, payout));
    }
  });
}

/** A store's key may have been made before prices and payouts were read: it goes on collecting. */
async function whereReadable({ note }: Comparison, compare: () => Promise<void>): Promise<void> {
  try {
    await compare();
  } catch (error) {
    if (!(error instanceof GatewayAccountError) || error.failure !== 'permission_missing') throw error;
    note('books_not_readable', {});
  }
}

async function comparePayout(comparison: Comparison, payout: PayoutNews & { items: PayoutItem[] }): Promise<void> {
  const { gatewayPayoutId, status } = payout;
  if (!isBookable(payout)) return noteForeign(comparison, payout, { gateway_payout_id: gatewayPayoutId });
  const known = await find(comparison, gatewayPayoutId);
  const isKnown = known !== null && known.status === status && (known.unexplainedCents !== null || status === 'failed');
  const isRepair = known?.status !== status;
  if (!isKnown) await comparison.makeUp(`${gatewayPayoutId}-${status}`, { type: 'payout', ...payout }, { isRepair });
  const { unexplainedCents = null } = (await find(comparison, gatewayPayoutId)) ?? {};
  if (unexplainedCents === null || unexplainedCents === 0 || status === 'failed') return;
  comparison.note('payout_unexplained', { gateway_payout_id: gatewayPayoutId, unexplained_cents: unexplainedCents });
}

function find({ em, store, gateway }: Comparison, gatewayPayoutId: string): Promise<Payout | null> {
  return em.fork().findOne(Payout, { ...store, gateway: gateway.name, gatewayPayoutId });
}
