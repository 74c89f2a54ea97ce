import type { Cents } from '../money/money.ts';

/** A fine, interest or discount as the record keeps it: whole cents, or whole millionths (1 % is 10,000). */
export type Adjustment = { type: 'fixed'; cents: Cents } | { type: 'percentage'; ppm: number };

/** A discount; with `until`, only for who pays on that calendar day or before. */
export type Discount = Adjustment & { until: string | null };
