import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { fitPicture } from '../../../src/base/files/fit-picture.ts';
import { drawnPicture } from '../../support/drawn-picture.ts';

const BOX = { width: 280, height: 96, maxBytes: 22_000 };

describe('a picture that is made to fit', () => {
  test('keeps its shape and what can be seen through, is no larger than it was, and is the same each time', async () => {
    const wide = await fitPicture(await drawnPicture({ width: 1_400, height: 240 }), BOX);
    expect(wide).toMatchObject({ contentType: 'image/png', width: 280, height: 48 });
    expect(await sharp(wide!.bytes).metadata()).toMatchObject({ hasAlpha: true, width: 280 });
    const small = await drawnPicture({ width: 40, height: 20 });
    expect(await fitPicture(small, BOX)).toMatchObject({ width: 40, height: 20 });
    expect((await fitPicture(small, BOX))!.bytes.equals((await fitPicture(small, BOX))!.bytes)).toBe(true);
  });

  test('a photograph stays a JPEG, and becomes smaller until it weighs as little as was asked for', async () => {
    const drawn = await drawnPicture({ width: 1_200, height: 900, noise: true });
    const photograph = await sharp(drawn).jpeg({ quality: 100 }).toBuffer();
    expect(photograph.length).toBeGreaterThan(500_000);
    const fitted = (await fitPicture(photograph, BOX))!;
    expect(fitted).toMatchObject({ contentType: 'image/jpeg', height: 96 });
    expect(fitted.bytes.length).toBeLessThanOrEqual(BOX.maxBytes);
    const smaller = (await fitPicture(photograph, { ...BOX, maxBytes: fitted.bytes.length - 1 }))!;
    expect(smaller.width).toBeLessThan(fitted.width);
    expect(smaller.bytes.length).toBeLessThan(fitted.bytes.length);
    expect((await fitPicture(drawn, { ...BOX, maxBytes: 2_000 }))!.bytes.length).toBeLessThanOrEqual(2_000);
    expect(await fitPicture(photograph, { ...BOX, maxBytes: 100 })).toBeNull();
  });

  test('stands upright as its camera meant, and does not tell where it was taken', async () => {
    const turned = await sharp(await drawnPicture({ width: 80, height: 40 }))
      .flatten({ background: '#fff' })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const upright = (await fitPicture(turned, BOX))!;
    expect([upright.width, upright.height]).toEqual([40, 80]);
    expect((await sharp(upright.bytes).metadata()).exif).toBeUndefined();
  });

  test('is nothing where the bytes are no picture, end early, or unfold to more than memory has room for', async () => {
    const picture = await drawnPicture({ width: 600, height: 400, noise: true });
    for (const bytes of [Buffer.from('no picture'), picture.subarray(0, picture.length / 2)]) {
      expect(await fitPicture(bytes, BOX)).toBeNull();
    }
    const huge = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(huge.length).toBeLessThan(1_000_000);
    expect(await fitPicture(huge, BOX)).toBeNull();
  });
});
