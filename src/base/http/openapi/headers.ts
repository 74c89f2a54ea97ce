export type Described = Record<string, unknown>;

/** Headers of answers, once in the document under `components.headers`. */
export const HEADERS = {
  'RateLimit-Limit': integer("Requests a minute that the company's plan allows in this environment."),
  'RateLimit-Remaining': integer('How many of them are left.'),
  'RateLimit-Reset': integer('Seconds until they are all there again.'),
  'Retry-After': integer('Seconds to wait before trying again.'),
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer once more.',
    schema: { type: 'string', enum: ['true'] },
  },
};

export function headerRefs(...names: (keyof typeof HEADERS)[]): Described {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A whole number that is always there. */
function integer(description: string): Described {
  return { description, required: true, schema: { type: 'integer', minimum: 0 } };
}
