export const UNIT_SECONDS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
export type Unit = keyof typeof UNIT_SECONDS;
export const UNITS = Object.keys(UNIT_SECONDS) as Unit[];

/** A length of time in the largest unit of which it is a whole number. */
export function splitPeriod(seconds: number): { count: number; unit: Unit } {
  const unit = UNITS.findLast((one) => seconds % UNIT_SECONDS[one] === 0)!;
  return { count: seconds / UNIT_SECONDS[unit], unit };
}
