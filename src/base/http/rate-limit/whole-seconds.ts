/** A wait as headers state it, never shorter than it is and never 0, which would invite a retry at once. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
