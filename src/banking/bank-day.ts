import { dayInZone } from '../base/time/day-in-zone.ts';

/** Banks and gateways of Brazil count days by Brasília. */
export const BANK_ZONE = 'America/Sao_Paulo';

/** The day of a moment (ISO 8601) for the banks of Brazil, `YYYY-MM-DD`. */
export function bankDay(moment: string): string {
  return dayInZone(new Date(moment), BANK_ZONE);
}
