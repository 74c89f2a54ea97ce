import type { TimeSpan } from '../../gateways/payment-gateway.ts';
import { Mandate } from '../mandates/mandate.entity.ts';
import type { Comparison } from './comparison.ts';

/** A statement reads this many of our live mandates. */
const PAGE = 500;

/** Holds our live mandates against those of the gateway: a payer may have agreed, or canceled in the bank's app. */
export async function compareMandates(comparison: Comparison, _span: TimeSpan, after = '0'): Promise<void> {
  const { em, store, gateway, note } = comparison;
  const { name, accountId: gatewayAccountId, mandates } = gateway;
  if (!mandates) return;
  const live = {
    ...store,
    gateway: name,
    gatewayAccountId,
    status: { $in: ['pending' as const, 'authorized' as const] },
  };
  for (let last = Number(after); ;) {
    const options = { orderBy: { id: 'asc' as const }, limit: PAGE };
    const ours = await em.fork().find(Mandate, { ...live, id: { $gt: last } }, options);
    for (const { id, gatewayMandateId, status } of ours) {
      last = id;
      await comparison.oneByOne({ part: 'mandates', id: String(id) }, async () => {
        const state = gatewayMandateId === null ? null : await mandates.query(gatewayMandateId);
        if (gatewayMandateId === null || !state) return note('mandate_missing', { mandate_id: id });
        if (state.status === status || state.status === 'pending') return;
        const about = `${gatewayMandateId}-${state.status}`;
        const news = { type: 'mandate' as const, gatewayMandateId };
        if (state.status === 'authorized') return comparison.makeUp(about, { ...news, status: state.status });
        const { status: end, endedBy, endReason } = state;
        return comparison.makeUp(about, { ...news, status: end, endedBy, endReason });
      });
    }
    if (ours.length < PAGE) return;
  }
}
