const [C1, C2] = [0xcc9e2d51, 0x1b873593];
const LEAST_BYTES = 25;

/**
 * FarmHash's `Fingerprint32`, by which Temporal chooses the shard of a workflow. The packages that have it are compiled
 * ones; this is the whole of what is needed here.
 *
 * @param text of more than 24 bytes, which FarmHash treats unlike shorter ones
 * @returns an unsigned number of 32 bits
 */
export function fingerprint32(text: string): number {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  if (length < LEAST_BYTES) throw new RangeError(`"${text}" is too short.`);
  const at = (offset: number): number => bytes.readInt32LE(offset);
  const fromEnd = (distance: number): number => times(rotate(times(at(length - distance), C1), 17), C2);
  let h = mix(mix(length ^ fromEnd(4)) ^ fromEnd(16));
  let g = mix(mix(times(C1, length) ^ fromEnd(8)) ^ fromEnd(12));
  let f = (rotate((times(C1, length) + fromEnd(20)) | 0, 19) + 113) | 0;
  for (let start = 0, left = Math.floor((length - 1) / 20); left > 0; start += 20, left -= 1) {
    const [a, b, c, d, e] = [at(start), at(start + 4), at(start + 8), at(start + 12), at(start + 16)];
    h = (murmur(d, (h + a) | 0) + e) | 0;
    g = (murmur(c, (g + b) | 0) + a) | 0;
    f = (murmur((b + times(e, C1)) | 0, (f + c) | 0) + d) | 0;
    f = (f + g) | 0;
    g = (g + f) | 0;
  }
  h = times(rotate(mix((h + scatter(g)) | 0), 17), C1);
  return times(rotate(mix((h + scatter(f)) | 0), 17), C1) >>> 0;
}

function times(one: number, other: number): number {
  return Math.imul(one, other);
}

/** To the right. */
function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function mix(word: number): number {
  return (times(rotate(word, 19), 5) + 0xe6546b64) | 0;
}

function scatter(word: number): number {
  return times(rotate(times(rotate(word, 11), C1), 17), C1);
}

function murmur(word: number, into: number): number {
  return mix(into ^ times(rotate(times(word, C1), 17), C2));
}
