/** The lines of a form that sells: those that are not needed stay empty. */
export const LINE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
export type LineNumber = (typeof LINE_NUMBERS)[number];

/** A sold line as a use case takes it, and which line of the form it is. */
export type FormLine<L> = L & { number: LineNumber };
