import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { reader } from '../base/db/transaction.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { sandboxPaymentId, type SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { Clock } from '../base/time/clock.ts';

export interface SandboxChallenge {
  attemptId: number;
  companyId: number;
  amountCents: number;
  storeName: string;
  checkoutHash: string;
}

/** Reads the question of the bank, or null for a name that was given to nobody. */
export async function readChallenge(
  { em, sandbox }: { em: EntityManager; sandbox: SandboxGateway },
  name: string,
): Promise<SandboxChallenge | null> {
  const attemptId = sandbox.challenges.attemptOf(name);
  if (attemptId === null) return null;
  const tx = reader(em);
  const attempt = await tx.findOne(PaymentAttempt, { id: attemptId, gateway: sandbox.name });
  if (!attempt) return null;
  const invoice = await tx.findOneOrFail(Invoice, attempt.invoiceId);
  const company = await tx.findOneOrFail(Company, attempt.companyId);
  return {
    attemptId,
    companyId: attempt.companyId,
    amountCents: attempt.amountCents,
    storeName: company.name,
    checkoutHash: invoice.checkoutHash,
  };
}

/** The payer answers; the bank tells by the gateway's signed callback. @returns whether it was taken */
export async function decideChallenge(
  { sandbox, clock }: { sandbox: SandboxGateway; clock: Clock },
  { challenge, outcome }: { challenge: SandboxChallenge; outcome: 'confirmed' | 'refused' },
): Promise<boolean> {
  const { attemptId, companyId, amountCents } = challenge;
  if (outcome === 'refused') {
    return sandbox.callbacks.say({ type: 'payment_refused', attemptId, reason: 'second_step_refused' });
  }
  const paidAt = (await clock.now({ companyId, environment: 'sandbox' })).toISOString();
  return sandbox.callbacks.say({
    type: 'payment_confirmed',
    attemptId,
    paymentId: sandboxPaymentId(attemptId),
    amountCents,
    paidAt,
  });
}
