/** A phone as people write it, `(11) 91234-5678` or `+55 11 91234-5678`: 8 to 20 digits and signs between them. */
export const PHONE = /^\+?[(\d][\d ().-]{6,18}\d$/;

/** The digits of a phone with the code of its country, which is Brazil's where none is given. */
export function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.startsWith('+')) return digits;
  return /^\d{10,11}$/.test(digits) ? `55${digits}` : digits;
}

/** The address that opens a chat with a number at WhatsApp, in the app or the browser. */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${internationalDigits(phone)}`;
}
