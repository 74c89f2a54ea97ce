/**
 * A whole minute that is at least so far away, and a store for which it is the time of renewals: about noon of its day,
 * so that the day does not end meanwhile.
 */
export function nextMinute(leadMs: number): { moment: Date; policies: { timeZone: string; renewalTime: string } } {
  const moment = new Date(Math.ceil((Date.now() + leadMs) / 60_000) * 60_000);
  const east = 12 - moment.getUTCHours();
  // The signs of these zones are those of POSIX: west is positive.
  const timeZone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  return { moment, policies: { timeZone, renewalTime: `12:${String(moment.getUTCMinutes()).padStart(2, '0')}` } };
}
