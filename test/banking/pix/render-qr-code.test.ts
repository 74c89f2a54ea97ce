import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';
import { renderQrCode } from '../../../src/banking/documents/render-qr-code.ts';
import { dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { decode, pictureOfSvg } from '../../support/pictures.ts';
import { dynamicPix } from './generated-pix.ts';

const payload = dynamicPix.map(dynamicPixPayload);
const longest = dynamicPixPayload({
  url: `pix.example.com/${'u'.repeat(61)}`,
  amountCents: MAX_AMOUNT_CENTS,
  merchantName: 'n'.repeat(25),
  merchantCity: 'c'.repeat(15),
});

const longestSvg = await renderQrCode(longest);

describe('renderQrCode', () => {
  test('a reader finds the very payload in the picture, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(payload, async (text) => {
        expect(await decode(await pictureOfSvg(await renderQrCode(text), { zoom: 4 }), 'QRCode')).toEqual([text]);
      }),
      { numRuns: 25 },
    );
  });

  test.each([3, 4.37, 8])('the longest payload is read at %d pixels a module', async (zoom) => {
    expect(await decode(await pictureOfSvg(longestSvg, { zoom }), 'QRCode')).toEqual([longest]);
  });

  test('it is read on a black page too: the light ground and the quiet zone are its own', async () => {
    const picture = await pictureOfSvg(longestSvg, { zoom: 4, background: 'black' });
    expect(await decode(picture, 'QRCode')).toEqual([longest]);
    expect(new Set(picture.grey)).toEqual(new Set([0, 255]));
  });

  test('four light modules surround it', async () => {
    const { grey, width } = await pictureOfSvg(longestSvg, { zoom: 1 });
    const dark = [...grey.keys()].filter((i) => grey[i] === 0);
    const columns = dark.map((i) => i % width);
    const rows = dark.map((i) => Math.floor(i / width));
    expect([Math.min(...columns), Math.min(...rows)]).toEqual([4, 4]);
    expect([Math.max(...columns), Math.max(...rows)]).toEqual([width - 5, width - 5]);
  });

  test('a stain on the middle of it does no harm: error correction is there', async () => {
    const picture = await pictureOfSvg(longestSvg, { zoom: 4 });
    // 5.8 % of the modules; level M mends up to 15 % of the codewords.
    const [from, to] = [Math.floor(picture.width * 0.38), Math.floor(picture.width * 0.62)];
    for (let y = from; y < to; y++) picture.grey.fill(255, y * picture.width + from, y * picture.width + to);
    expect(await decode(picture, 'QRCode')).toEqual([longest]);
  });

  test('the same payload gives the same text, small, with nothing from outside', async () => {
    expect(await renderQrCode(longest)).toBe(longestSvg);
    expect(longestSvg.length).toBeLessThan(16_000);
    expect(longestSvg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" shape-rendering="crispEdges">/,
    );
    expect(longestSvg).not.toMatch(/href|url\(|style|script|<image/);
  });

  test.each(['', 'Açaí', 'a\nb', 'x'.repeat(513)])('text that no payload can be is refused: %p', async (text) => {
    await expect(renderQrCode(text)).rejects.toThrow(RangeError);
  });
});
