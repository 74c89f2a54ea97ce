import { formatDecimal, MAX_AMOUNT_CENTS, type Cents } from '../../base/money/money.ts';
import { crc16 } from './crc16.ts';

/** A code for one charge, whose details the payer's bank reads from `url`. */
export interface DynamicPixInput {
  /** Any text: accents are stripped, what ASCII lacks is dropped, and the first 25 characters are kept. */
  merchantName: string;
  /** Any text, treated alike; the first 15 characters are kept. */
  merchantCity: string;
  /** The charge's location at the gateway, at most 77 characters; a leading `https://` is left out of the payload. */
  url: string;
  amountCents: Cents;
}

/**
 * The Pix payload ("copia e cola") of a single charge: a BR Code (Central Bank of Brazil, *Manual de Padrões para
 * Iniciação do Pix*, dynamic QR Code) marked for single use, with `***` for the txid, which `url` tells.
 *
 * @throws RangeError when the url is not a host and a path of at most 77 ASCII characters, or the amount is not from 1
 * to `MAX_AMOUNT_CENTS`. Names are shortened, never refused.
 */
export function dynamicPixPayload({ url, amountCents, merchantName, merchantCity }: DynamicPixInput): string {
  const charge = { url: locationField(url), amount: amountField(amountCents) };
  return signed(fieldsOf({ merchantName, merchantCity }, charge));
}

/** A code by which a payer agrees to debits: Pix Automático. */
export interface AuthorizingPixInput extends Pick<DynamicPixInput, 'merchantName' | 'merchantCity'> {
  /** The location of the recurrence at the gateway, as the `url` of a charge. */
  recurrenceUrl: string;
  /** A code of a charge that is to be paid with the agreement; absent: the payer agrees, and pays nothing now. */
  qrCode?: string;
}

/**
 * A BR Code that authorises a recurrence (id 80: Central Bank of Brazil, *Manual de Padrões para Iniciação do Pix*, QR
 * Code of Pix Automático), alone or beside the charge of another code.
 *
 * @throws RangeError as `dynamicPixPayload`
 */
export function authorizingPixPayload(input: AuthorizingPixInput): string {
  const { qrCode } = input;
  // A code ends with its checksum: id, length and four digits.
  const own = qrCode ? qrCode.slice(0, -8) : fieldsOf(input, null);
  return signed(own + tlv('80', tlv('00', PIX_DOMAIN) + locationField(input.recurrenceUrl)));
}

/** All fields but the checksum, of a code for a single charge, or of a code without a charge. */
function fieldsOf(
  { merchantName, merchantCity }: Pick<DynamicPixInput, 'merchantName' | 'merchantCity'>,
  charge: { url: string; amount: string } | null,
): string {
  return [
    tlv('00', '01'), // payload format
    charge ? tlv('01', '12') : '', // single use
    tlv('26', tlv('00', PIX_DOMAIN) + (charge?.url ?? '')),
    tlv('52', '0000'), // merchant category: not informed
    tlv('53', '986'), // ISO 4217: BRL
    charge?.amount ?? '',
    tlv('58', 'BR'),
    // The two names are mandatory and never empty; a bank writes these letters when it has none.
    tlv('59', shortened(merchantName, 25) || 'N'),
    tlv('60', shortened(merchantCity, 15) || 'C'),
    tlv('62', tlv('05', NO_TXID)),
  ].join('');
}

function signed(fields: string): string {
  const unsigned = `${fields}6304`; // the checksum covers its own id and length
  return unsigned + crc16(unsigned);
}

const PIX_DOMAIN = 'br.gov.bcb.pix';

/** The value of id 62-05 when the payload itself names no transaction. */
const NO_TXID = '***';

function tlv(id: string, value: string): string {
  if (value.length < 1 || value.length > 99) throw new RangeError(`BR Code field ${id} holds 1 to 99 characters`);
  return id + String(value.length).padStart(2, '0') + value;
}

function locationField(url: string): string {
  const location = url.replace(/^https:\/\//i, '');
  if (!/^[A-Za-z0-9.-]+(:\d+)?\/[\x21-\x7e]+$/.test(location)) throw new RangeError('Not the url of a Pix charge');
  if (location.length > 77) throw new RangeError('A Pix url has at most 77 characters without its scheme');
  return tlv('25', location);
}

function amountField(cents: Cents): string {
  if (!Number.isInteger(cents) || cents < 1 || cents > MAX_AMOUNT_CENTS) {
    throw new RangeError(`A Pix amount is from 1 to ${MAX_AMOUNT_CENTS} cents: ${cents}`);
  }
  return tlv('54', formatDecimal(cents));
}

function shortened(text: string, length: number): string {
  return asciiText(text).slice(0, length).trimEnd();
}

/** Printable ASCII for a text in Portuguese or another Latin script; characters without a counterpart are dropped. */
function asciiText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/gu, (character) => LOOKALIKES[character] ?? (/\s/u.test(character) ? ' ' : ''))
    .replace(/ +/g, ' ')
    .trim();
}

/** Characters that do not decompose into an ASCII letter and a mark. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  ß: 'ss',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '⁄': '/',
};
