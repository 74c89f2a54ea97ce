import { activityInfo, log } from '@temporalio/activity';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { registerCharge, type RegisterChargeDeps } from '../src/payments/register-charge.ts';
import { orHeld } from './or-held.ts';

export type RegisterChargeActivity = ReturnType<typeof createRegisterCharge>;

export interface RegisterChargeInput {
  invoiceId: number;
  attemptId: number;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
  /** A first try may have reached the gateway. */
  isRetry?: boolean;
  /**
   * Whether the workflow begins it anew once the record names it again. Absent: a run from before 0.8.0, which does
   * not.
   */
  mayBeHeld?: boolean;
  /** The clock of a sandbox says when it was, however late the call is made. Absent: false. */
  byClock?: true;
}

/** Takes a charge to its gateway, once, and says how the invoice stands then: the charge may be held. */
export function createRegisterCharge(deps: RegisterChargeDeps) {
  return {
    async registerCharge(input: RegisterChargeInput): Promise<InvoiceNews> {
      const { invoiceId, attemptId, at, isRetry = false, mayBeHeld = false, byClock = false } = input;
      const { attempt, currentAttemptScheduledTimestampMs } = activityInfo();
      // After an outage of the gateway a Pix code's time counts from the call that made it, not from the first try.
      const now = new Date(attempt > 1 && !byClock ? Math.max(Date.parse(at), currentAttemptScheduledTimestampMs) : at);
      const call = { invoiceId, attemptId, at: now, isRetry: isRetry || attempt > 1 };
      return orHeld(
        deps.em,
        { invoiceId, mayBeHeld, isNamed: ({ chargeToRegister }) => chargeToRegister === attemptId },
        () => takeToGateway(deps, call),
      );
    },
  };
}

/**
 * Takes a charge to its gateway; a refusal is a line in the log. @throws GatewayUnavailableError for what a retry can
 * mend
 */
export async function takeToGateway(
  deps: RegisterChargeDeps,
  { invoiceId, ...call }: { invoiceId: number; attemptId: number; at: Date; isRetry: boolean },
): Promise<void> {
  const result = await registerCharge(deps, call);
  if (result?.status !== 'refused') return;
  const { reason, detail } = result;
  log.info('a charge was refused', { invoice_id: invoiceId, attempt_id: call.attemptId, reason, detail });
}
