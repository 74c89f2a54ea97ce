import { invalidFields } from '../../base/errors/errors.ts';
import { typeOfFile } from '../../base/files/type-of-file.ts';
import { EVIDENCE_TYPES, type EvidenceType } from '../../gateways/payment-gateway.ts';

export const MAX_FILE_BYTES = 2_000_000;
/** Gateways take so much for a dispute: Stripe 4.5 MB. */
export const MAX_EVIDENCE_BYTES = 4_500_000;

/** The last bytes of a whole file: a PDF may be followed by some, and so may a picture. */
const TAIL_BYTES = 1_024;

const ENDS: Readonly<Record<EvidenceType, Buffer>> = {
  'application/pdf': Buffer.from('%%EOF'),
  'image/png': Buffer.from('IEND'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
};

/** A document that acts when it is opened, carries other files, or cannot be read without a password is no evidence. */
const ACTIVE_PDF = /\/(JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA|Encrypt)\b/;

/**
 * Checks a file by its bytes, whatever it is called. The words of a PDF that are compressed are not looked through.
 *
 * @returns its media type
 * @throws ApiError 422 that names the field
 */
export function checkEvidenceFile(bytes: Buffer, field: string): EvidenceType {
  const refuse = (code: string, message: string): Error => invalidFields([{ field, code, message }]);
  if (bytes.length > MAX_FILE_BYTES) {
    throw refuse('too_large', `${field} must be at most ${MAX_FILE_BYTES / 1_000_000} MB: make the file smaller.`);
  }
  const type = EVIDENCE_TYPES.find((one) => one === typeOfFile(bytes));
  if (!type) throw refuse('unknown_type', `${field} must be a PDF, a PNG or a JPEG.`);
  if (!bytes.subarray(-TAIL_BYTES).includes(ENDS[type])) {
    throw refuse('incomplete_file', `${field} ends before its end: save the file anew, and send it once more.`);
  }
  if (type === 'application/pdf' && ACTIVE_PDF.test(bytes.toString('latin1'))) {
    const message = `${field} has a script, another file, or a password: print it into a new PDF, and send that.`;
    throw refuse('active_file', message);
  }
  return type;
}
