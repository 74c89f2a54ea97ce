/** The values that a store's words may name, as `{{name}}`. */
export const PLACEHOLDERS = {
  name: 'the name of the payer',
  first_name: 'the first word of that name',
  store: 'the name of the store',
  amount: 'the amount to pay; in a receipt what was paid, in a refund notice what goes back',
  due_date: 'the due date',
  days: 'the days between the due date and the message',
  description: 'the description of the invoice, or its number where it has none',
  invoice: 'the number of the invoice',
  link: 'the address of the page where the invoice is paid or shown',
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The placeholders of a text that no message knows, each once. */
export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}

export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? values[name as Placeholder] : whole,
  );
}
