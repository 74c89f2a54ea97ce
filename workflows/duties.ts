/** Work that goes on beside the wait for what comes next, each piece begun once in a run. */
export class Duties {
  private readonly begun = new Set<string>();
  private underWay = 0;
  private failure: { error: unknown } | undefined;

  begin(name: string, work: () => Promise<void>): void {
    if (this.begun.has(name)) return;
    this.begun.add(name);
    this.underWay += 1;
    work()
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => {
        this.underWay -= 1;
      });
  }

  /** Lets a piece of work be begun once more. */
  forget(name: string): void {
    this.begun.delete(name);
  }

  get idle(): boolean {
    return this.underWay === 0;
  }

  /** The number of pieces of work under way. */
  get size(): number {
    return this.underWay;
  }

  get failed(): boolean {
    return this.failure !== undefined;
  }

  /** @throws the first failure of a piece of work: a run must not end well while its work did not */
  check(): void {
    if (this.failure) throw this.failure.error;
  }
}
