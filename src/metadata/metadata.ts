/** A store's own labels on a resource: text by name, given back as it came and never looked into. */
export type Metadata = Record<string, string>;

/** What an update does to metadata: names that are given are set, `null` removes one, the others stay. */
export function mergeMetadata(metadata: Metadata, changes: Record<string, string | null>): Metadata {
  const merged = { ...metadata, ...changes };
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null));
}
