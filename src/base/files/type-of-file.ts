/** The media types that `typeOfFile` knows. */
export type FileType = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';

/** By the first bytes, whatever the file is called; null for any other. */
export function typeOfFile(bytes: Uint8Array): FileType | null {
  const starts = (hex: string, offset = 0): boolean =>
    Buffer.from(bytes.subarray(offset, offset + hex.length / 2)).toString('hex') === hex;
  if (starts('89504e470d0a1a0a')) return 'image/png';
  if (starts('ffd8ff')) return 'image/jpeg';
  if (starts('52494646') && starts('57454250', 8)) return 'image/webp';
  if (starts('255044462d')) return 'application/pdf';
  return null;
}
