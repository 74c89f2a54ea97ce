/**
 * Runs `work` with an abort signal of its own, which `parent` aborts, and leaves nothing behind on `parent`.
 *
 * Some libraries add a listener to the signal for each call and never remove the listener, as Temporal's client does
 * (docs/decisions/0023-signals-of-a-call.md). A signal that lives as long as the process would keep each call and its
 * payload.
 */
export async function withSignal<T>(parent: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort(parent.reason);
  if (parent.aborted) abort();
  parent.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal);
  } finally {
    parent.removeEventListener('abort', abort);
  }
}
