export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A person's own way to see the panel, in every browser and every store. */
export interface Preferences {
  /** Absent: as the system of the person is. */
  theme?: Theme;
  /** The columns of a list, by the id of its screen; absent: those that the list begins with. */
  columns?: Record<string, string[]>;
}

/** The columns that a person sees in a list: those that the person chose, as far as the list has them. */
export function columnsOf<T extends string>(
  { columns = {} }: Preferences,
  { list, all, first }: { list: string; all: readonly T[]; first: readonly T[] },
): T[] {
  const chosen = columns[list];
  return all.filter((column) => (chosen ?? first).includes(column));
}
