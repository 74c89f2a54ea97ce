import type { DescribedOperation } from '../operation.ts';
import { headerRefs, type Described } from './headers.ts';

/** Problems that are the same for every call, once in the document under `components.responses`. */
const SHARED = {
  MalformedJson: { status: 400, codes: ['malformed_json'] },
  Unauthenticated: {
    status: 401,
    codes: ['token_missing', 'token_unknown', 'tokens_differ', 'company_id_missing', 'company_id_invalid'],
  },
  PayloadTooLarge: { status: 413, codes: ['payload_too_large'] },
  UnsupportedMediaType: { status: 415, codes: ['unsupported_media_type'] },
  TooManyRequests: { status: 429, codes: ['rate_limited', 'too_many_at_once', 'too_many_failed_authentications'] },
  InternalError: { status: 500, codes: ['internal_error'] },
  ServiceUnavailable: { status: 503, codes: ['service_unavailable'] },
} as const;

type Shared = keyof typeof SHARED;

export const SHARED_PROBLEMS: Described = Object.fromEntries(
  Object.entries(SHARED).map(([name, { status, codes }]) => [name, problem(status, codes)]),
);

/** The problems that a call may answer with: those of every call, those of its kind, and its own. */
export function describeProblems(operation: DescribedOperation): Described {
  const { path, resource, problems = {} } = operation;
  const writes = operation.method === 'POST' || operation.method === 'PATCH';
  const own: Record<number, readonly string[]> = {
    403: [
      'token_of_another_company',
      'address_not_allowed',
      'missing_scope',
      'store_suspended',
      ...(problems[403] ?? []),
    ],
    404: path.includes('{id}') ? [`${resource}_not_found`] : [],
    409: [...(writes ? ['idempotency_key_in_use'] : []), ...(problems[409] ?? [])],
    422: ['invalid_fields', ...(writes ? ['idempotency_key_reused'] : []), ...(problems[422] ?? [])],
  };
  const shared: Shared[] = ['Unauthenticated', 'TooManyRequests', 'InternalError', 'ServiceUnavailable'];
  if (writes) shared.push('MalformedJson', 'PayloadTooLarge', 'UnsupportedMediaType');
  return {
    ...Object.fromEntries(
      Object.entries(own)
        .filter(([, codes]) => codes.length > 0)
        .map(([status, codes]) => [status, problem(Number(status), codes)]),
    ),
    ...Object.fromEntries(shared.map((name) => [SHARED[name].status, { $ref: `#/components/responses/${name}` }])),
  };
}

function problem(status: number, codes: readonly string[]): Described {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === 429 || status === 503 ? { headers: headerRefs('Retry-After') } : {}),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
