import type { Invoice } from '../invoices/invoice.entity.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';

/** The newest attempt that is the invoice's own charge, and stands beside no other. */
export function findOwnAttempt<T extends { isCompanion?: boolean }>(
  attempts: T[],
  isMeant: (attempt: T) => boolean = () => true,
): T | undefined {
  return attempts.findLast((attempt) => !attempt.isCompanion && isMeant(attempt));
}

/** The Pix code beside a boleto that can be paid, or null. */
export function findCompanion(attempts: PaymentAttempt[]): PaymentAttempt | null {
  return (
    attempts.findLast(({ isCompanion, state, artefacts }) => isCompanion && state === 'pending' && artefacts) ?? null
  );
}

/**
 * The attempt that an invoice is paid with, or was: the newest of its method that the gateway knows and that was
 * neither given up nor refused. A charge that can no longer be paid is never shown as one that can.
 */
export function findLiveAttempt(
  { paymentMethod }: Pick<Invoice, 'paymentMethod'>,
  attempts: PaymentAttempt[],
): PaymentAttempt | null {
  const isLive = ({ method, state, artefacts }: PaymentAttempt): boolean =>
    artefacts !== null && method === paymentMethod && (state === 'pending' || state === 'paid');
  return attempts.findLast(isLive) ?? null;
}
