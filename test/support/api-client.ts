import { checkedFetch } from './checked-fetch.ts';

export interface ApiAnswer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

export interface InvoiceBody {
  id: number;
  status: string;
  version: number;
  checkout_hash: string;
  total: number;
  amount_paid: number;
  amount_refunded: number;
  amount_disputed: number;
  due_date: string | null;
  pix_expires_in: number | null;
  paid_at: string | null;
  pix: { qr_code: string; txid: string; expires_at: string } | null;
  boleto: { barcode: string; digitable_line: string; our_number: string; due_date: string } | null;
  card: { brand: string; last4: string; installments: number } | null;
  checkout_url: string;
  payments: {
    id: number;
    payment_method: string;
    amount: number;
    status: string;
    refusal_reason: string | null;
    registered_at: string | null;
  }[];
  products: Record<string, unknown>[];
}

export interface ApiClient {
  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<T>>;
  get<T = Record<string, unknown>>(path: string): Promise<ApiAnswer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<ApiAnswer<T>>;
  /** Posts, and throws unless the answer is a success. */
  create<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  invoice(id: number): Promise<InvoiceBody>;
}

/**
 * Calls the API as a client system does, with the headers of the specification, once for each call. Every answer is
 * held to the OpenAPI document.
 */
export function createApiClient({
  baseUrl,
  token,
  companyId,
}: {
  baseUrl: string;
  token: string;
  companyId: number;
}): ApiClient {
  const client: ApiClient = {
    async request<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const request = new Request(`${baseUrl}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          'X-API-TOKEN': token,
          'X-Company-ID': String(companyId),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const response = await checkedFetch(request);
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : null) as T, headers: response.headers };
    },
    get: (path) => client.request('GET', path),
    post: (path, body = {}) => client.request('POST', path, body),
    async create<T>(path: string, body: unknown = {}) {
      const answer = await client.post(path, body);
      if (answer.status >= 300)
        throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as T;
    },
    invoice: async (id) => (await client.get<InvoiceBody>(`/api/v1/invoices/${id}`)).body,
  };
  return client;
}
