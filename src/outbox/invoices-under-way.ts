/**
 * The invoices whose news of now a worker is at, each from the claim of its news until its first tries are over. A
 * worker that has as many as it can try at once claims no more. A run that begins without a place for its task waits in
 * Temporal, and a run without a place for its first tries leaves them to ordinary activities: both cost Temporal more
 * when a machine has too much to do already.
 */
export interface InvoicesUnderWay {
  /** The number of invoices for which there is a place. */
  readonly free: number;
  begin(workflowId: string): void;
  /** An invoice that has no place leaves nothing to end. */
  end(workflowId: string): void;
  /** @param onFree is told that there is a place where there was none */
  watch(onFree: () => void): void;
}

export interface InvoicesUnderWayOptions {
  places: number;
  /** An invoice that takes longer waits for somebody else, as for a receiver, and keeps no place. */
  patienceMs: number;
}

export function createInvoicesUnderWay({ places, patienceMs }: InvoicesUnderWayOptions): InvoicesUnderWay {
  const underWay = new Map<string, NodeJS.Timeout>();
  let tell = (): void => undefined;
  const end = (workflowId: string): void => {
    const timer = underWay.get(workflowId);
    if (!timer) return;
    clearTimeout(timer);
    const wasFull = underWay.size >= places;
    underWay.delete(workflowId);
    if (wasFull && underWay.size < places) tell();
  };
  return {
    get free() {
      return Math.max(0, places - underWay.size);
    },
    begin(workflowId) {
      clearTimeout(underWay.get(workflowId));
      underWay.set(workflowId, setTimeout(() => end(workflowId), patienceMs).unref());
    },
    end,
    watch(onFree) {
      tell = onFree;
    },
  };
}
