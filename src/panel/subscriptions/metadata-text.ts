import { fields } from '../../base/http/fields.ts';
import type { Metadata } from '../../base/metadata/metadata.ts';

/** As it is typed: `name = value`, one a line. A value of several lines goes on in lines that begin with a space. */
export function writeMetadata(metadata: Metadata): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} = ${linesOf(value).join('\n ')}`)
    .join('\n');
}

/**
 * Null for what is no metadata: a line without a name, a name twice, too many, or what the API would not take either.
 */
export function readMetadata(text: string): Metadata | null {
  const entries: [string, string][] = [];
  for (const line of linesOf(text)) {
    const last = entries.at(-1);
    const [, name, value] = /^([A-Za-z][^\s=]*) *= ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) entries.push([name, value]);
    else if (line.startsWith(' ') && last) last[1] += `\n${line.slice(1)}`;
    else if (line !== '') return null;
  }
  const metadata = Object.fromEntries(entries);
  if (Object.keys(metadata).length < entries.length || fields.metadata.validate(metadata).error) return null;
  return metadata;
}

/**
 * The changes that turn the first into the second: removed names are `null`, and values that stay as they are are left
 * out.
 */
export function metadataChanges(before: Metadata, after: Metadata): Record<string, string | null> {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  // Browsers end the lines of a text in their own way, which is no change of it.
  const isSame = (name: string, value: string) =>
    Object.hasOwn(before, name) && linesOf(before[name]!).join('\n') === value;
  const set = Object.entries(after).filter(([name, value]) => !isSame(name, value));
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...set]);
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
