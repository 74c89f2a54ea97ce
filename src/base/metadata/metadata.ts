import { invalidFields } from '../errors/errors.ts';

/** A store's own labels on a resource: text by name, given back as it came and never looked into. */
export type Metadata = Record<string, string>;

export const MAX_LABELS = 50;

/**
 * Updates metadata: names that are given are set, `null` removes a name, the others stay.
 *
 * @throws ApiError 422 when there are too many then
 */
export function mergeMetadata(metadata: Metadata, changes: Record<string, string | null>): Metadata {
  const merged = Object.entries({ ...metadata, ...changes });
  const kept = merged.filter((entry): entry is [string, string] => entry[1] !== null);
  if (kept.length > MAX_LABELS) {
    const message = `metadata would have ${kept.length} labels; at most ${MAX_LABELS} are kept: remove some with null.`;
    throw invalidFields([{ field: 'metadata', code: 'too_many_labels', message }]);
  }
  return Object.fromEntries(kept);
}
