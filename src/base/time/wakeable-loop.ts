/** Work that is done again and again in the background: every so often, and at once when woken. */
export interface WakeableLoop {
  /** Asks for a round soon. Returns at once; many calls during a round make one more round. */
  wake(): void;
  /** Ends after the round that is under way. */
  stop(): Promise<void>;
}

/** @param round must not overlap itself; what it throws goes to `onError`, and the loop goes on */
export function startLoop({
  everyMs,
  round,
  onError,
}: {
  everyMs: number;
  round: () => Promise<void>;
  onError: (error: unknown) => void;
}): WakeableLoop {
  let stopped = false;
  let awake = true;
  let rouse: () => void = () => undefined;

  const run = async (): Promise<void> => {
    while (!stopped) {
      if (!awake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, everyMs);
          rouse = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      awake = false;
      if (!stopped) await round().catch(onError);
    }
  };
  const running = run();

  return {
    wake() {
      awake = true;
      rouse();
    },
    async stop() {
      stopped = true;
      rouse();
      await running;
    },
  };
}
