import sharp from 'sharp';

/** A PNG of a disc on nothing: `noise` makes it as heavy as a photograph. */
export function drawnPicture({ width = 176, height = 96, noise = false } = {}): Promise<Buffer> {
  const disc = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
       <circle cx="50%" cy="50%" r="40%" fill="#8a3324"/></svg>`,
  );
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = noise
    ? sharp({
        create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
      })
    : sharp({ create: { width, height, channels: 4, background } });
  return drawn
    .composite([{ input: disc }])
    .png()
    .toBuffer();
}
