import type Stripe from 'stripe';
import { emit, newId, seconds, type Mode } from './account.ts';
import { paidCharge } from './charges.ts';

/** The holder of the card, or the payer's bank, takes the money back while it is looked into. */
export function openDispute(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  { reason, amount }: { reason: string; amount?: number | undefined },
): Stripe.Dispute {
  const charge = paidCharge(mode, intent.id);
  if (!charge) throw new Error(`${intent.id} has no paid charge to dispute`);
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(mode),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: seconds(mode) + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: mode.live,
    metadata: {},
    payment_intent: intent.id,
    reason,
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  mode.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  emit(mode, 'charge.dispute.created', dispute);
  emit(mode, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(mode: Mode, dispute: Stripe.Dispute, status: 'won' | 'lost'): void {
  if (dispute.status === 'won' || dispute.status === 'lost') throw new Error(`${dispute.id} is closed already`);
  dispute.status = status;
  emit(mode, 'charge.dispute.closed', dispute);
  if (status === 'won') emit(mode, 'charge.dispute.funds_reinstated', dispute);
}
