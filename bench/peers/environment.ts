/** @throws Error where the bench did not set it */
export function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the peers are run by the bench.`);
  return value;
}
