type Json = Record<string, unknown>;
type Fields = Readonly<Record<string, unknown>>;

/** The fields about a person, by their names on the wire, and the values that replace them. */
const NOBODY: Fields = {
  name: null,
  email: null,
  document: null,
  phone: null,
  address: null,
  external_reference: null,
  metadata: {},
  active: false,
};
/**
 * The fields in which a store writes about an invoice or a subscription in its own words, and those that tell which
 * card paid it.
 */
const IN_WORDS: Fields = {
  description: null,
  metadata: {},
  return_url: null,
  note: null,
  reversal_reason: null,
  last4: null,
  next_action_url: null,
};

/**
 * Removes the person from an answer or event about a customer, or about a subject that concerns a customer: the same
 * fields in the same order, those of the person empty. Products keep their names.
 */
export function withoutPerson(said: unknown, customerId: number): unknown {
  const isCustomer = isObject(said) && said.id === customerId && 'email' in said;
  return isCustomer ? replace(said, NOBODY) : clear(said, customerId);
}

function clear(said: unknown, customerId: number): unknown {
  if (Array.isArray(said)) return said.map((one) => clear(one, customerId));
  if (!isObject(said)) return said;
  const fields = isReasonOfStore(said) ? { ...IN_WORDS, reason: null } : IN_WORDS;
  const entries = Object.entries(replace(said, fields)).map(([key, value]) => {
    const isPerson = key === 'customer' && isObject(value) && value.id === customerId;
    return [key, isPerson ? replace(value, NOBODY) : clear(value, customerId)];
  });
  return Object.fromEntries(entries) as Json;
}

/**
 * The reason of a refund, a credit note, a write-off or a reversal is the store's; the reason of another event is a
 * word of the gateway's.
 */
function isReasonOfStore(said: Json): boolean {
  return (
    'failure_reason' in said ||
    said.payment_status === 'reversed' ||
    said.kind === 'credit_note' ||
    said.kind === 'write_off'
  );
}

function replace(object: Json, fields: Fields): Json {
  const entries = Object.entries(object);
  return Object.fromEntries(entries.map(([key, value]) => [key, Object.hasOwn(fields, key) ? fields[key] : value]));
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
