import { BARCODE_UNITS, interleaved2of5 } from './interleaved-2-of-5.ts';

/** Light units on both sides without which a reader may not find the bars (ISO/IEC 16390: ten narrow bars). */
const QUIET_UNITS = 10;
/** A boleto's barcode is 103 mm long and 13 mm high (FEBRABAN). */
const HEIGHT_UNITS = Math.round((BARCODE_UNITS * 13) / 103);

/** Width and height of the picture, in units of its narrowest bar. */
export const BARCODE_SIZE = { width: BARCODE_UNITS + 2 * QUIET_UNITS, height: HEIGHT_UNITS };

/**
 * The barcode of a boleto as an SVG document, black on a white ground of its own. As `renderQrCode`, the document
 * refers to nothing outside and carries no words.
 *
 * @throws RangeError as `interleaved2of5`
 */
export async function renderBarcode(barcode: string): Promise<string> {
  const { width, height } = BARCODE_SIZE;
  const bars = (await interleaved2of5(barcode)).map(
    (bar) => `M${bar.offset + QUIET_UNITS} 0h${bar.width}v${height}h-${bar.width}z`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${height}h-${width}z"/><path fill="#000" d="${bars.join('')}"/></svg>`
  );
}
