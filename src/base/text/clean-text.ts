/**
 * The words of a store, without what would turn the direction of the text around them (Unicode's bidirectional
 * controls) and without control characters but line ends and tabs. Templates isolate what is left with `<bdi>`.
 */
export function cleanText(text: string): string {
  return text.replace(/\p{Bidi_Control}|(?![\n\r\t])\p{Cc}/gu, '');
}
