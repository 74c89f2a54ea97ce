/** Light modules around the symbol without which a reader may not find it (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE_MODULES = 4;

/**
 * The QR code of a Pix payload as an SVG document: error correction M, one unit a module, and the quiet zone inside.
 * The code is black on a white ground of its own, so that a page in dark colours cannot invert it, refers to nothing
 * outside, and the same payload always gives the same text. The document carries no words: the page that shows it says
 * what it is.
 *
 * @throws RangeError when `payload` is empty, not printable ASCII (as every BR Code is), or beyond 512 characters,
 *   which none comes near.
 */
export async function renderQrCode(payload: string): Promise<string> {
  if (!/^[\x20-\x7e]{1,512}$/.test(payload))
    throw new RangeError('Not a payload of 1 to 512 printable ASCII characters');
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('qrcode', payload, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('The barcode library made no matrix');
  const side = symbol.pixx + 2 * QUIET_ZONE_MODULES;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path fill="#000" d="${darkRuns(symbol)}"/></svg>`
  );
}

/** Each row's runs of dark modules as rectangles: a third of the size of one for each module. */
function darkRuns({ pixs, pixx, pixy }: { pixs: number[]; pixx: number; pixy: number }): string {
  let path = '';
  for (let y = 0; y < pixy; y++) {
    for (let x = 0; x < pixx; x++) {
      const from = x;
      while (x < pixx && pixs[y * pixx + x]) x++;
      if (x > from) path += `M${from + QUIET_ZONE_MODULES} ${y + QUIET_ZONE_MODULES}h${x - from}v1h${from - x}z`;
    }
  }
  return path;
}
