/**
 * Waits for work that ends soon, unless something holds it up.
 *
 * @param report says what holds it up, for whoever reads why a test failed
 * @throws what `report` says, once the work takes longer
 */
export async function inTime<T>(work: Promise<T>, withinMs: number, report: () => Promise<string>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => void report().then((text) => reject(new Error(text)), reject), withinMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
