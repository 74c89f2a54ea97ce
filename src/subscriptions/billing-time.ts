import { DateTime } from 'luxon';
import type { Company } from '../accounts/companies/company.entity.ts';

export type BillingClock = Pick<Company, 'timeZone' | 'renewalTime'>;

/**
 * The instant at which what is planned for a calendar day of the store happens: its renewal time on that day. Where a
 * daylight-saving change leaves that time out, as many minutes later; where it comes twice, the first time.
 */
export function momentOf(date: string, { timeZone, renewalTime }: BillingClock): Date {
  const moment = DateTime.fromISO(`${date}T${renewalTime}`, { zone: timeZone });
  // luxon takes, for a time that comes twice, the moment with the offset of today.
  return moment.getPossibleOffsets()[0]!.toJSDate();
}
