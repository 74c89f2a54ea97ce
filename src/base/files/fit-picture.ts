import { typeOfFile } from './type-of-file.ts';

/** A picture that was decoded and made anew: PNG or JPEG, which pages, mails and PDFs show. */
export interface FittedPicture {
  contentType: 'image/png' | 'image/jpeg';
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

/** A picture of so many pixels takes some 100 MB for a moment; a larger one is most likely made to take more. */
const MAX_PIXELS = 25_000_000;

/**
 * Makes a picture fit a box without cutting it, and a number of bytes: smaller where it has to be. The result has none
 * of the metadata of the original, as the place where a photograph was taken. A picture that moves stands still.
 *
 * @returns null for bytes that are no picture, or one of more than 25 million pixels
 */
export async function fitPicture(
  bytes: Buffer,
  { width, height, maxBytes }: { width: number; height: number; maxBytes: number },
): Promise<FittedPicture | null> {
  // A drawing is best as PNG, which can be seen through; a photograph as JPEG.
  const formats = typeOfFile(bytes) === 'image/jpeg' ? (['jpeg'] as const) : (['png', 'jpeg'] as const);
  for (const scale of [1, 0.75, 0.5]) {
    const box = { width: Math.round(width * scale), height: Math.round(height * scale) };
    for (const as of formats) {
      const made = await remake(bytes, box, as);
      if (made === null) return null;
      if (made.bytes.length <= maxBytes) return made;
    }
  }
  return null;
}

async function remake(
  bytes: Buffer,
  box: { width: number; height: number },
  as: 'png' | 'jpeg',
): Promise<FittedPicture | null> {
  const { default: sharp } = await import('sharp');
  // A picture more or less must not take the processors from other requests.
  sharp.concurrency(1);
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true });
    const made = as === 'png' ? picture.png({ palette: true }) : picture.flatten({ background: '#fff' }).jpeg();
    const { data, info } = await made.toBuffer({ resolveWithObject: true });
    return { contentType: `image/${as}`, bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
