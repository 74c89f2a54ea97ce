/** The cost of a unit of the measured work: CPU in milliseconds, transactions of the databases, and their log. */
export interface Cost {
  cpuMs: Record<string, number>;
  /** Committed transactions of each database. */
  transactions: Record<string, number>;
  /** Kilobytes of PostgreSQL's write-ahead log. */
  walKb: number;
}

/** A line of the table. */
export interface Row {
  /** `B1` to `B9`. */
  bench: string;
  what: string;
  unit: string;
  /** A sample for each run; the table has their median, their least and their greatest. */
  samples: number[];
  /** The peer against which it is held, with the ratio of the two, ours first: one of each pair of runs. */
  against?: { what: string; ratios: number[] };
  goal?: Goal;
  cost?: Cost;
  /** The limit of the figure, or another fact that is worth knowing beside the number. */
  note?: string;
}

export interface Goal {
  /** As the table says it: `≥ 0.5 ×`. */
  text: string;
  isMet: boolean;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @throws RangeError for no samples: a figure of nothing is none */
export function spreadOf(samples: number[]): Spread {
  if (samples.length === 0) throw new RangeError('There are no samples.');
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The nearest-rank quantile, 0.5 or 0.99. @throws RangeError for no samples */
export function quantile(samples: number[], share: number): number {
  if (samples.length === 0) throw new RangeError('There are no samples.');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** Each figure's median over several runs of the same. */
export function medianCost(costs: Cost[]): Cost {
  return {
    cpuMs: medianOf(costs.map(({ cpuMs }) => cpuMs)),
    transactions: medianOf(costs.map((one) => one.transactions)),
    walKb: spreadOf(costs.map(({ walKb }) => walKb)).median,
  };
}

function medianOf(records: Record<string, number>[]): Record<string, number> {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries([...names].map((name) => [name, spreadOf(records.map((one) => one[name] ?? 0)).median]));
}
