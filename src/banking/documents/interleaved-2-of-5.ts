/** A bar of a barcode; both numbers count narrow bars, from the left edge of the first bar. */
export interface Bar {
  offset: number;
  width: number;
}

/**
 * The bars of a boleto's 44 digits in Interleaved 2 of 5, a wide one three times as wide as a narrow one. The bars are
 * 405 narrow bars wide, from the first bar to the last; the quiet zones are the caller's.
 *
 * At 103 mm (FEBRABAN, *Layout padrão do código de barras*: 103 mm by 13 mm) a narrow bar is 0.254 mm.
 *
 * @throws RangeError when `barcode` is not 44 digits. The check digit is not looked at.
 */
export async function interleaved2of5(barcode: string): Promise<Bar[]> {
  if (!/^\d{44}$/.test(barcode)) throw new RangeError("A boleto's barcode has 44 digits");
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('interleaved2of5', barcode, { includecheck: false });
  if (!symbol || !('sbs' in symbol)) throw new Error('The barcode library made no bars');
  const bars: Bar[] = [];
  let offset = 0;
  // The library tells bars and spaces by turns, 1 for narrow and 2 for wide.
  symbol.sbs.forEach((size, i) => {
    const width = size === 1 ? 1 : 3;
    if (i % 2 === 0) bars.push({ offset, width });
    offset += width;
  });
  return bars;
}

/** Narrow bars from the first bar to the last: 4 to begin, 22 pairs of digits of 18, 5 to end. */
export const BARCODE_UNITS = 405;
