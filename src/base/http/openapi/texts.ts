/** The tags of the document, in the order in which a newcomer meets them. */
export const TAGS = [
  { name: 'Customers', description: 'The people and companies that pay.' },
  { name: 'Cards', description: 'Cards that customers have agreed to keep with a store.' },
  { name: 'Products', description: 'The things that a store sells.' },
  { name: 'Coupons', description: 'Codes that take something off an invoice or a subscription.' },
  { name: 'Links', description: 'Addresses at which anybody buys the same.' },
  { name: 'Invoices', description: 'The amounts that payers owe, and how far their payment has come.' },
  { name: 'Payments', description: "A payer's attempts to pay an invoice." },
  { name: 'Refunds', description: 'Money on its way back.' },
  { name: 'Disputes', description: 'Payments that the bank of a payer wants back.' },
  { name: 'Money', description: 'Where the money of a store is: the balance, the ledger, payouts and reports.' },
  { name: 'Reminders', description: 'Asking payers for money, and telling them that it came or went back.' },
  { name: 'Subscriptions', description: 'Agreements to pay again and again: each cycle makes an invoice.' },
  { name: 'Webhooks', description: 'Where a store wants to be told, and of what.' },
  { name: 'Events', description: 'The events of a store, as webhooks are told of them.' },
  { name: 'Sandbox', description: 'Playing payer, gateway and receiver, at no cost.' },
];

export const INTRODUCTION = `Invoicing and payment collection by Pix, boleto and card.

**Authentication.** \`Authorization: Bearer <token>\`, or \`X-API-TOKEN\` with \`X-Company-ID\`. The token decides the store and
the environment: \`fatura_test_…\` is the sandbox, where nothing costs anything; \`fatura_live_…\` is production.

**Scopes.** A token does everything, or only what its scopes open: each call names the scope that it needs, and answers 403
\`missing_scope\` without it. \`read\` opens every list and every record; \`personal_data\` the export and the erasure of a customer.
A token may be bound to networks: from elsewhere it gets 403 \`address_not_allowed\`.

**Conventions.** JSON; integer ids; times in ISO 8601 UTC; amounts in BRL with at most two decimals. Fields that are not known
are refused by name.

**Lists** are newest first: \`limit\` (up to 100), \`starting_after\` or \`ending_before\` an id. A page neither skips nor repeats
rows while others are inserted.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, every wrong field by name, and the \`request_id\`.

**Idempotency.** Send an \`Idempotency-Key\` with a POST or PATCH, and send the same request again whenever its answer did not
reach you: it is done once, and the first answer is given once more for 24 hours, byte for byte, with
\`Idempotent-Replayed: true\` (without the person, if its customer was erased meanwhile). A twin that comes while the first is worked on waits up to ten seconds for it. Failures are not
kept: they changed nothing, and the same key may try again.

**Rate limits** are requests a minute by the company's plan, in each environment: \`RateLimit-Limit\`, \`RateLimit-Remaining\`,
\`RateLimit-Reset\` on every answer; beyond them 429 with \`Retry-After\`. A company has 4, 6 or 8 requests
under way at once, by its plan; others wait, and after ten seconds get 429 \`too_many_at_once\`.

**Webhooks** carry \`X-Service-Signature: sha256=<hex HMAC-SHA256 of the raw body, keyed with the webhook's secret>\` and the
headers of [Standard Webhooks](https://www.standardwebhooks.com).`;
