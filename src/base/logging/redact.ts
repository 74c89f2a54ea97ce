/** An id or a hash of something secret is how one may speak of it. */
const REFERENCE = /(?:_ids?|Ids?|_hash)$/;

/** Names under which nothing is logged, whoever logs it: secrets, and what says who a person is. */
const SECRET_NAME =
  /token|secret|password|passwd|authorization|cookie|api.?key|private.?key|encryption|signature|credential|card.?number|^pan$|cvv|cvc|^document$|cpf|cnpj|e.?mail|phone|^address$|digitable|qr.?code|^recipient$/i;

/**
 * Values that are secret under any name: our tokens and secrets, those of gateways, bearer headers, URLs with a
 * password.
 */
const SECRET_VALUES: readonly RegExp[] = [
  /\b(?:fatura_(?:live|test)|whsec|[spr]k_(?:live|test)|tok|pm)_[\w+/=-]{6,}/g,
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  // CPF, CNPJ.
  /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
  /\b[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}\b/g,
  /\b[\w.+-]+@[\w-]+\.[\w.-]*[a-z]\b/gi,
];

/** Digits in groups, or together, as many as a card number has. */
const CARD_LIKE = /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w.-])/g;

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

/**
 * The part of an object that a line may have: everything but values that are known to be secret, by their names or by
 * their looks. The function is a net below the code that logs, which is to log ids.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((one) => redact(one, depth + 1));
  return redactFields(value, depth);
}

/** As `redact`, of the fields of a line; errors are left to their serializer. */
export function redactFields(fields: object, depth = 0): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isKnown = value === null || value === undefined || typeof value === 'boolean';
    if (!isKnown && SECRET_NAME.test(name) && !REFERENCE.test(name)) clean[name] = REDACTED;
    else clean[name] = value instanceof Error ? value : redact(value, depth + 1);
  }
  return clean;
}

function redactText(text: string): string {
  let clean = text;
  for (const pattern of SECRET_VALUES) clean = clean.replace(pattern, REDACTED);
  return clean.replace(CARD_LIKE, (digits) => (passesLuhn(digits.replace(/\D/g, '')) ? REDACTED : digits));
}

/** The check of card numbers (ISO/IEC 7812-1, annex B): of other numbers of that length nine in ten fail it. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
