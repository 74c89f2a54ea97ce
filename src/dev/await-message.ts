/** The next message of the process that started this one. Without that process this one ends. */
export async function awaitMessage<T>(): Promise<T> {
  const end = (): void => process.exit(0);
  process.once('disconnect', end);
  process.once('SIGTERM', end);
  const message = await new Promise<T>((resolve) => process.once('message', (sent) => resolve(sent as T)));
  process.removeListener('disconnect', end);
  process.removeListener('SIGTERM', end);
  return message;
}
