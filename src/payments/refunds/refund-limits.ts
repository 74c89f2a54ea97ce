import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import type { Company } from '../../accounts/companies/company.entity.ts';
import { StoreSettings } from '../../accounts/companies/store-settings.entity.ts';
import { listOf } from '../../base/db/list-of.ts';
import type { Store } from '../../base/environment.ts';
import { conflict } from '../../base/errors/errors.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { COUNTED_REFUND_STATES } from '../../invoices/refund.entity.ts';

/** Whether a refund waits for a second person. */
export function needsApproval({ refundApprovalCents }: Company, amountCents: number): boolean {
  return refundApprovalCents !== null && amountCents > refundApprovalCents;
}

/**
 * Holds a store to its limit of a day, in its own time. Refunds of one store wait for each other here, so that two at
 * one moment do not pass together.
 *
 * @throws ApiError 409 `refund_limit_reached`
 */
export async function holdToDayLimit(
  tx: EntityManager,
  { store, company, amountCents, at }: { store: Store; company: Company; amountCents: number; at: Date },
): Promise<void> {
  const { refundDayLimitCents: limit, timeZone } = company;
  if (limit === null) return;
  await tx.findOneOrFail(StoreSettings, { ...store }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const today = DateTime.fromJSDate(at, { zone: timeZone }).startOf('day').toJSDate();
  const [row] = await tx.execute<[{ cents: string }]>(
    `select coalesce(sum(amount_cents), 0) as cents from refunds
     where company_id = ? and environment = ? and created_at >= ? and state in (${listOf(COUNTED_REFUND_STATES)})`,
    [store.companyId, store.environment, today],
  );
  const left = Math.max(0, limit - Number(row.cents));
  if (amountCents <= left) return;
  const most = `This store gives back at most ${formatDecimal(limit)} a day`;
  throw conflict('refund_limit_reached', `${most}; ${formatDecimal(left)} is left today. Nothing was changed.`);
}
