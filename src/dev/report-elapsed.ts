/** Says now and every five seconds what is being done and for how long; the returned function ends that. */
export function reportElapsed(
  onProgress: ((line: string) => void) | undefined,
  what: string,
  everyMs = 5_000,
): () => void {
  onProgress?.(what);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    onProgress?.(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }, everyMs);
  return () => {
    clearInterval(timer);
  };
}
