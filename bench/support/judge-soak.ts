import type { Held } from './leak-probe.ts';

export interface Reading {
  /** The number of invoices that were paid until then. */
  invoices: number;
  /** Resident bytes of the process at most, while these invoices were paid. */
  peak: number;
  held: Held;
}

/** A guarantee, with what was measured. */
export interface Verdict {
  name: string;
  said: string;
  isGood: boolean;
}

/** An invoice may leave so many bytes behind. */
const MOST_BYTES_AN_INVOICE = 1_000;
/**
 * The result of a collection varies by this much. A few hundred invoices may leave less behind; a leak of a call, a
 * stream or a row for each of them leaves much more.
 */
const NOISE_BYTES = 1_500_000;
/**
 * The pools of a process close idle connections and open them again, up to 20 of them, each with some 31 listeners, 2
 * handles and 10 statements. A leak for each invoice is more than that within a minute.
 */
const NOISE_COUNTS = { handles: 70, listeners: 700, connections: 20, prepared: 220 };
const MOST_RSS_BYTES = 600 * 2 ** 20;

/** Holds readings of one process, the first of them after the warm-up, to what may grow. */
export function judge(name: string, readings: Reading[]): Verdict[] {
  const invoices = readings.at(-1)!.invoices - readings[0]!.invoices;
  const bytes = (['heap', 'buffers'] as const).map((key): Verdict => {
    const each = growthOf(readings, (held) => held[key]);
    const isGood = each * invoices <= MOST_BYTES_AN_INVOICE * invoices + NOISE_BYTES;
    return { name: `${name}: ${key}`, said: `${each.toFixed(0)} bytes an invoice, over ${invoices} invoices`, isGood };
  });
  const counts = (Object.keys(NOISE_COUNTS) as (keyof typeof NOISE_COUNTS)[]).map((key): Verdict => {
    const grown = growthOf(readings, (held) => held[key]) * invoices;
    const said = `${readings[0]!.held[key]} → ${readings.at(-1)!.held[key]}`;
    return { name: `${name}: ${key}`, said, isGood: grown <= NOISE_COUNTS[key] };
  });
  const most = Math.max(...readings.map(({ peak }) => peak));
  const resident = {
    name: `${name}: RSS under load`,
    said: `at most ${(most / 2 ** 20).toFixed(0)} MB`,
    isGood: most <= MOST_RSS_BYTES,
  };
  return [...bytes, ...counts, resident];
}

/** The median of the slopes between any two readings (Theil and Sen): a single odd reading does not move it. */
export function growthOf(readings: Reading[], read: (held: Held) => number): number {
  const slopes = readings.flatMap((one, index) =>
    readings
      .slice(index + 1)
      .map((other) => (read(other.held) - read(one.held)) / Math.max(1, other.invoices - one.invoices)),
  );
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)]!;
}
