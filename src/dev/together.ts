/**
 * Runs tasks side by side. When one fails, or `signal` aborts, the others are told by the signal that they were given,
 * and awaited, so that nothing goes on unseen; the first failure is then thrown.
 */
export async function together<T extends readonly unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => { [Index in keyof T]: Promise<T[Index]> },
): Promise<T> {
  signal.throwIfAborted();
  const failure = new AbortController();
  const tasks = start(AbortSignal.any([signal, failure.signal]));
  try {
    const results = await Promise.all(tasks);
    signal.throwIfAborted();
    return results;
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(tasks);
    throw error;
  }
}
