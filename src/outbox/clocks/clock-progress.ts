/** How far the clock of a sandbox is, in what its workflow may know. */
export interface ClockProgress {
  status: 'advancing' | 'ready';
  /** ISO 8601, the store's time, as `target`. */
  now: string;
  target: string | null;
  /** The moments at which the advance has stopped so far. */
  done: number;
  /** Work of the present moment that is not finished, `invoice 7`; null for none. */
  waitsFor: string | null;
}
