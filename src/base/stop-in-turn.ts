/** Parts of a process that stop one after the other. */
export interface Stopping {
  stop(): Promise<void>;
  /** The part that stops now, for whoever has waited too long; null before and after. */
  part(): string | null;
}

/** @param parts by name, in the order in which they stop */
export function stopInTurn(parts: Record<string, () => unknown>): Stopping {
  let now: string | null = null;
  return {
    part: () => now,
    async stop() {
      for (const [name, stop] of Object.entries(parts)) {
        now = name;
        await stop();
      }
      now = null;
    },
  };
}
