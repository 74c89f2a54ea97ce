/**
 * The words of a store, without what would turn the direction of the text around them (Unicode bidirectional controls:
 * U+202A to U+202E, U+2066 to U+2069) and without control characters. Templates isolate what is left with `<bdi>`.
 */
export function cleanText(text: string): string {
  // eslint-disable-next-line no-control-regex -- They are what is taken out.
  return text.replace(
    /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g,
    '',
  );
}
