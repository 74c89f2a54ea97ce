/** Milliseconds from now to a moment, at least one: a moment that has passed comes at once. */
export function msUntil(at: string): number {
  return Math.max(1, new Date(at).getTime() - Date.now());
}

export function hasCome(at: string): boolean {
  return new Date(at).getTime() <= Date.now();
}
