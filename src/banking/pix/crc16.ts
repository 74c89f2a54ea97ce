/**
 * The checksum that closes a BR Code (EMV QRCPS-MPM, id 63): CRC-16/CCITT-FALSE, polynomial 0x1021, initial value
 * 0xFFFF, no reflection, no final xor. Four upper-case hexadecimal digits; of `"123456789"`, `29B1`.
 *
 * @throws RangeError when the text has a character outside ASCII, whose bytes would depend on an encoding.
 */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let i = 0; i < text.length; i++) {
    const byte = text.charCodeAt(i);
    if (byte > 0x7f) throw new RangeError('A BR Code holds ASCII only');
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
