import type { Stripe } from 'stripe';
import type { DisputeAnswer, EvidenceKind, PaymentGateway } from '../payment-gateway.ts';
import { callStripe, StripeRefusal } from './call-stripe.ts';

type Evidence = NonNullable<Stripe.DisputeUpdateParams['evidence']>;

/** Stripe's field for each kind of file. */
const FIELDS = {
  receipt: 'receipt',
  customer_communication: 'customer_communication',
  service_documentation: 'service_documentation',
  shipping_documentation: 'shipping_documentation',
  refund_policy: 'refund_policy',
  cancellation_policy: 'cancellation_policy',
  customer_signature: 'customer_signature',
  other: 'uncategorized_file',
} as const satisfies Record<EvidenceKind, keyof Evidence>;

/**
 * Answers to disputes at Stripe, which says of each whether it was answered: that is asked before, as a call without an
 * answer may have arrived. A file that is uploaded twice hurts nobody.
 */
export function createDisputeAnswers(stripe: Stripe): Required<Pick<PaymentGateway, 'answerDispute'>> {
  return {
    async answerDispute(answer) {
      const { gatewayDisputeId } = answer;
      try {
        const { evidence_details: details } = await callStripe(() => stripe.disputes.retrieve(gatewayDisputeId));
        if (details.submission_count > 0) return { status: 'taken' };
        const evidence = await uploadEvidence(stripe, answer);
        await callStripe(() => stripe.disputes.update(gatewayDisputeId, { evidence, submit: true }));
        return { status: 'taken' };
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        return { status: 'refused', reason: error.code ?? error.type ?? 'refused' };
      }
    },
  };
}

async function uploadEvidence(stripe: Stripe, { explanation, files }: DisputeAnswer): Promise<Evidence> {
  const evidence: Evidence = { uncategorized_text: explanation };
  for (const { kind, name, mediaType, bytes } of files) {
    const file = { data: bytes, name, type: mediaType };
    const { id } = await callStripe(() => stripe.files.create({ purpose: 'dispute_evidence', file }));
    evidence[FIELDS[kind]] = id;
  }
  return evidence;
}
