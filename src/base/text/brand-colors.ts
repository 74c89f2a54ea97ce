/** The colours of a store's pages: each pair of text and ground has a contrast of at least 4.5:1 (WCAG 2.1, 1.4.3). */
export interface BrandColors {
  /** The store's own colour. */
  brand: string;
  /** Black or white: what can be read on it. */
  onBrand: string;
  /** The colour, darkened until it can be read on white: for links and outlines. */
  brandInk: string;
  /** The same on the ground of a dark page: lightened until it can be read there. */
  brandInkOnDark: string;
}

/** The colour of a store that has chosen none. */
export const PLATFORM_COLOR = '#155e63';
const READABLE = 4.5;

/** A value that is no colour is never written into a style: the platform's own takes its place. */
export function brandColors(brandColor: string | null): BrandColors {
  const brand = /^#[0-9a-f]{6}$/i.test(brandColor ?? '') ? brandColor! : PLATFORM_COLOR;
  const channels = [1, 3, 5].map((at) => Number.parseInt(brand.slice(at, at + 2), 16));
  const onBrand = contrast(channels, WHITE) >= contrast(channels, BLACK) ? '#ffffff' : '#000000';
  return {
    brand,
    onBrand,
    brandInk: toHex(darkenUntilReadable(channels)),
    brandInkOnDark: toHex(lightenUntilReadable(channels)),
  };
}

const WHITE = [255, 255, 255];
/** The ground of cards on a dark page, `#181c22`. */
const DARK = [24, 28, 34];
const BLACK = [0, 0, 0];

function darkenUntilReadable(channels: number[]): number[] {
  let ink = channels;
  while (contrast(ink, WHITE) < READABLE) ink = ink.map((channel) => Math.floor(channel * 0.95));
  return ink;
}

function lightenUntilReadable(channels: number[]): number[] {
  let ink = channels;
  while (contrast(ink, DARK) < READABLE) ink = ink.map((channel) => Math.ceil(channel + (255 - channel) * 0.05));
  return ink;
}

/** WCAG 2.1: the ratio of the relative luminances, from 1 to 21. */
function contrast(a: number[], b: number[]): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(channels: number[]): number {
  const [red, green, blue] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function toHex(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
