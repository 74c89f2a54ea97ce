/** Measures a text in the font in force: a PDF document, in points. */
export interface Measure {
  widthOfString(text: string): number;
}

/**
 * The text in the characters of the PDF's built-in fonts (WinAnsi), which have all of Portuguese. Letters of other
 * Latin alphabets lose what the fonts lack; other characters become question marks.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableCharacter).join('');
}

/**
 * The text and its suffix if they are no wider than `width` points; otherwise the text is shortened, with an ellipsis.
 */
export function fitText(measure: Measure, text: string, width: number, suffix = ''): string {
  const whole = printable(text);
  const fits = (shown: string) => measure.widthOfString(shown + suffix) <= width;
  if (fits(whole)) return whole + suffix;
  // The longest beginning that fits lies between the two.
  let [fitting, tooLong] = [0, whole.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(shortened(whole, middle))) fitting = middle;
    else tooLong = middle;
  }
  return fitting > 0 ? shortened(whole, fitting) + suffix : suffix;
}

/**
 * The text in at most `maxLines` lines, none wider than `width` points; what is left over becomes an ellipsis. A line
 * ends at a space only, so that an amount, which has a no-break space, stays in one.
 */
export function wrapText(
  measure: Measure,
  { text, width, maxLines }: { text: string; width: number; maxLines: number },
): string[] {
  const lines: string[] = [];
  let rest = text.split(' ').map(printable);
  while (rest.length > 0 && lines.length < maxLines) {
    let count = 1;
    while (count < rest.length && measure.widthOfString(rest.slice(0, count + 1).join(' ')) <= width) count++;
    const isLast = lines.length === maxLines - 1;
    lines.push(fitText(measure, rest.slice(0, isLast ? rest.length : count).join(' '), width));
    rest = rest.slice(count);
  }
  return lines;
}

function shortened(text: string, end: number): string {
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Printable Latin-1, and what Windows-1252 has at 0x80 to 0x9F. */
const WIN_ANSI = /^[\x20-\x7e\xa1-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

function printableCharacter(character: string): string {
  if (WIN_ANSI.test(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const base = (LOOKALIKES[character] ?? character).normalize('NFKD').replace(/\p{M}/gu, '');
  return base !== '' && [...base].every((part) => WIN_ANSI.test(part)) ? base : '?';
}

/** Letters with a stroke, which Unicode does not decompose. */
const LOOKALIKES: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i' };
