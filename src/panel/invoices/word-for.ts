/**
 * What a name from outside is called in the reader's language; as it is, where there is no word for it. A name such as
 * `constructor` has none, though every object answers to it.
 */
export function wordFor(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? words[name]! : name;
}
