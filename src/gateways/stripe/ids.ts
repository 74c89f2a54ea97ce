import type { Stripe } from 'stripe';
import type { Store } from '../../base/environment.ts';

/** The mark that we write on everything that we make at Stripe, and by which we know it again. */
export interface OurMark {
  /** The id of this Fatura: test keys are often shared with another. */
  installation: string;
  store: Store;
}

interface OurIds {
  attemptId?: number;
  invoiceId?: number;
  refundId?: number;
  customerId?: number;
}

const NAMES: Readonly<Record<keyof OurIds, string>> = {
  attemptId: 'fatura_attempt',
  invoiceId: 'fatura_invoice',
  refundId: 'fatura_refund',
  customerId: 'fatura_customer',
};
const STORE = 'fatura_store';
const INSTALLATION = 'fatura_installation';

export function markOf({ installation, store }: OurMark, ids: OurIds): Record<string, string> {
  const marks = Object.entries(ids).map(([name, id]) => [NAMES[name as keyof OurIds], String(id)]);
  return { [INSTALLATION]: installation, [STORE]: storeName(store), ...(Object.fromEntries(marks) as object) };
}

/** The attempt, invoice or refund that something was made for; null where another store made it, or another Fatura. */
export function readMark(
  metadata: Stripe.Metadata | null | undefined,
  name: 'attemptId' | 'invoiceId' | 'refundId',
  { installation, store }: OurMark,
): number | null {
  if (metadata?.[INSTALLATION] !== installation || metadata[STORE] !== storeName(store)) return null;
  const id = metadata[NAMES[name]];
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** An idempotency key; the number is raised when Stripe has stored a failure under the one before. */
export function keyOf({ installation, store }: OurMark, what: string, keyNumber: number): string {
  return `fatura-${installation}-${storeName(store)}-${what}${keyNumber > 0 ? `-${keyNumber}` : ''}`;
}

function storeName({ companyId, environment }: Store): string {
  return `${companyId}-${environment}`;
}
