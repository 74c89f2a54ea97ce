/**
 * Names of our own for a SQL text, such as the statuses of a condition: `'open', 'pending'`. Input goes by parameters.
 *
 * @throws Error for a name that is more than lower-case letters and underscores
 */
export function listOf(names: readonly string[]): string {
  const stranger = names.find((name) => !/^[a-z_]+$/.test(name));
  if (stranger !== undefined) throw new Error(`${JSON.stringify(stranger)} is no name of our own.`);
  return names.map((name) => `'${name}'`).join(', ');
}
