/**
 * The word for a name from outside in the reader's language; the name itself, where there is no word for it. A name
 * such as `constructor` has none, though every object answers to it.
 */
export function wordFor(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? words[name]! : name;
}
