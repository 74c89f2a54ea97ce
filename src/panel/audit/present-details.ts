import type { Adjustment } from '../../banking/amounts.ts';

/** A detail that an entry of the audit log says beside its act. */
export interface Detail {
  key: string;
  text: string;
}

/** The words by which the log calls things. */
export interface DetailWords {
  /** The names of changed fields; a field without a name is called as the entry has it. */
  names: Readonly<Record<string, string>>;
  roles?: Readonly<Record<string, string>>;
  /** In the place of what there is not. */
  none: string;
  /** Writes an amount in cents. */
  sayMoney?: (cents: number) => string;
  /** Says a truth value in words. */
  sayTruth?: (value: boolean) => string;
  /** Writes a fine or interest. */
  sayAdjustment?: (adjustment: Adjustment) => string;
}

/** The details of an entry as lines of text: `Colour: None → #8a3324` for what has a before and an after. */
export function presentDetails(details: Record<string, unknown>, words: DetailWords): Detail[] {
  return Object.entries(details).map(([key, value]) => {
    const say = (one: unknown) => {
      if (key === 'role' && words.roles?.[String(one)]) return words.roles[String(one)]!;
      return key === 'amount_cents' && typeof one === 'number' && words.sayMoney
        ? words.sayMoney(one)
        : write(one, words);
    };
    return {
      key: Object.hasOwn(words.names, key) ? words.names[key]! : key,
      text: isChange(value) ? `${say(value.before)} → ${say(value.after)}` : say(value),
    };
  });
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value;
}

function write(value: unknown, words: DetailWords): string {
  if (value === null || value === undefined || value === '') return words.none;
  if (Array.isArray(value)) return value.map((one) => write(one, words)).join(', ');
  if (typeof value === 'boolean' && words.sayTruth) return words.sayTruth(value);
  if (words.sayAdjustment && isAdjustment(value)) return words.sayAdjustment(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isAdjustment(value: unknown): value is Adjustment {
  return typeof value === 'object' && value !== null && 'type' in value && ('cents' in value || 'ppm' in value);
}
