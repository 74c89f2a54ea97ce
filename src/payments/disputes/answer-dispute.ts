import type { EntityManager } from '@mikro-orm/postgresql';
import { conflict } from '../../base/errors/errors.ts';
import type { Store } from '../../base/environment.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { GatewayAccountError, type PaymentGateway } from '../../gateways/payment-gateway.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { DisputeFile, evidenceContext } from '../../invoices/dispute-file.entity.ts';
import { disputeDetails, disputeDueAt } from '../../invoices/dispute-steps.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { lockAwaited, type EvidenceDeps } from './change-evidence.ts';
import { findDispute } from './list-disputes.ts';

type Gateways = Pick<GatewayRegistry, 'open'>;

/**
 * Takes the answer of a store to a dispute: its words, and the files that were added before. The workflow of the
 * invoice hands it over to the gateway, once: a store answers with all that it has.
 *
 * @throws ApiError 404; 409 `answer_not_awaited`, or `answer_at_gateway` where the gateway takes none by a program
 */
export async function answerDispute(
  { em, clock, secrets, gateways }: EvidenceDeps & { gateways: Gateways },
  { store, disputeId, explanation }: { store: Store; disputeId: number; explanation: string },
): Promise<Dispute> {
  const at = await clock.now(store);
  const { invoiceId, paymentId } = await findDispute(em, { store, disputeId });
  const gateway = await openGateway({ em, gateways }, paymentId).catch((error: unknown) => {
    if (error instanceof GatewayAccountError) return null;
    throw error;
  });
  if (!gateway?.answerDispute) {
    const why = `The gateway of dispute ${disputeId} takes no answers by a program now: answer there, at the gateway or bank itself.`;
    throw conflict('answer_at_gateway', why);
  }
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const dispute = await lockAwaited(change.tx, { store, disputeId, at });
    dispute.explanation = secrets.seal(explanation, evidenceContext(disputeId));
    dispute.answeredAt = at;
    await setAnswer(change, dispute, 'sending');
    return dispute;
  });
}

/**
 * Hands the answer over to the gateway, outside any transaction, and records what came of it. May be repeated: the
 * gateway takes an answer once.
 *
 * @param at the moment, in the store's time
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function sendAnswer(
  { em, secrets, gateways }: { em: EntityManager; secrets: SecretBox; gateways: Gateways },
  { disputeId, at }: { disputeId: number; at: Date },
): Promise<void> {
  const reader = em.fork();
  const populate = { populate: ['explanation'] as never };
  const dispute = await reader.findOneOrFail(Dispute, disputeId, populate);
  if (dispute.answerState !== 'sending') return;
  const files = await reader.find(
    DisputeFile,
    { disputeId },
    { orderBy: { id: 'asc' }, populate: ['content'] as never },
  );
  const gateway = await openGateway({ em: reader, gateways }, dispute.paymentId);
  const { gatewayPaymentId } = await reader.findOneOrFail(Payment, dispute.paymentId);
  const { gatewayDisputeId, kind, amountCents, reason } = dispute;
  const open = (sealed: string): string => secrets.open(sealed, evidenceContext(disputeId));
  const result = await gateway.answerDispute!({
    ...{ paymentId: gatewayPaymentId, gatewayDisputeId, kind, amountCents, reason },
    explanation: open(dispute.explanation!),
    files: files.map(({ content, ...file }) => ({
      ...{ kind: file.kind, name: file.name, mediaType: file.mediaType },
      bytes: Buffer.from(open(content), 'base64'),
    })),
  });
  await changeInvoice(em, { invoiceId: dispute.invoiceId, at, dispatch: 'caller' }, async (change) => {
    const current = await change.tx.findOneOrFail(Dispute, disputeId);
    if (current.answerState !== 'sending') return;
    current.answerRefusal = result.status === 'refused' ? result.reason : null;
    await setAnswer(change, current, result.status === 'taken' ? 'sent' : 'refused');
  });
}

/** The time to answer goes on where the gateway did not take it. */
async function setAnswer(
  { tx, invoice, at, emit }: InvoiceChange,
  dispute: Dispute,
  state: Dispute['answerState'],
): Promise<void> {
  dispute.answerState = state;
  dispute.updatedAt = at;
  await tx.flush();
  invoice.disputeDueAt = disputeDueAt(await tx.find(Dispute, { invoiceId: invoice.id }));
  emit('invoice.dispute_updated', disputeDetails(dispute));
}

async function openGateway(
  { em, gateways }: { em: EntityManager; gateways: Gateways },
  paymentId: number,
): Promise<PaymentGateway> {
  const { companyId, environment, gateway, attemptId } = await em.findOneOrFail(Payment, paymentId);
  // A dispute is of money that a gateway brought.
  const { gatewayAccountId } = await em.findOneOrFail(PaymentAttempt, attemptId!);
  return gateways.open(em, gateway, { companyId, environment, gatewayAccountId });
}
