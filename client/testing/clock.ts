import { advanceClock, type Fatura, type SandboxClock } from '@fatura/client';

/** The clock of the sandbox. It stands from its first advance on, and goes only when it is told to. */
export interface StoreClock {
  /** The store's time. */
  now(): Promise<Date>;
  /**
   * Advances by a duration, `P4D`, or to a moment, and waits until all that was due on the way has happened.
   *
   * @throws FaturaError 422 for a moment that does not lie ahead
   */
  advance(by: string | Date): Promise<SandboxClock>;
  /** Advances to the next thing that happens by itself. @returns null where nothing does */
  next(): Promise<SandboxClock | null>;
}

export function createClock(fatura: Fatura): StoreClock {
  return {
    now: async () => new Date((await fatura.readSandboxClock()).now),
    advance: (by) => advanceClock(fatura, typeof by === 'string' ? { advance: by } : { to: by.toISOString() }),
    async next() {
      const { next } = await fatura.readSandboxClock();
      return next ? advanceClock(fatura, { to: next.at }) : null;
    },
  };
}
