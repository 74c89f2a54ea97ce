import joi from 'joi';
import { MANDATE_ENDERS } from '../mandate.ts';
import {
  DISPUTE_KINDS,
  DISPUTE_STATUSES,
  InvalidCallbackError,
  PAYOUT_STATUSES,
  type GatewayEvent,
} from '../payment-gateway.ts';

const id = joi.string().min(1).max(200).required();
const ours = joi.number().integer().min(1).required();

const date = joi
  .string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/)
  .required();

const schema = joi.alternatives<GatewayEvent>(
  joi.object({
    id,
    type: joi.valid('payment_confirmed').required(),
    attemptId: ours,
    paymentId: id,
    amountCents: joi.number().integer().min(1).required(),
    paidAt: joi.string().isoDate().required(),
    endToEndId: joi.string().pattern(/^E\d{20}[A-Z0-9]{11}$/),
    fee: joi.object({
      feeCents: joi.number().integer().min(0).max(joi.ref('...amountCents')).required(),
      availableOn: date,
    }),
  }),
  joi.object({
    id,
    type: joi.valid('payout').required(),
    gatewayPayoutId: id,
    status: joi.valid(...PAYOUT_STATUSES).required(),
    amountCents: joi.number().integer().min(1).required(),
    arrivesOn: date,
    failureReason: joi.string().max(500).allow(null).required(),
    items: joi.array().items(
      joi.object({
        kind: joi.valid('payment', 'refund', 'other').required(),
        id,
        netCents: joi.number().integer().required(),
      }),
    ),
  }),
  joi.object({
    id,
    type: joi.valid('payment_refused').required(),
    attemptId: ours,
    reason: joi.string().max(500).required(),
  }),
  joi.object({ id, type: joi.valid('refund_confirmed').required(), refundId: ours, gatewayRefundId: id }),
  joi.object({
    id,
    type: joi.valid('dispute').required(),
    paymentId: id,
    gatewayDisputeId: id,
    kind: joi.valid(...DISPUTE_KINDS),
    status: joi.valid(...DISPUTE_STATUSES).required(),
    amountCents: joi.number().integer().min(0).required(),
    reason: joi.string().max(500).required(),
    answerUntil: joi.string().isoDate().allow(null).required(),
    saidAt: joi.string().isoDate().required(),
  }),
  joi.object({
    id,
    type: joi.valid('mandate').required(),
    gatewayMandateId: id,
    status: joi.valid('authorized').required(),
  }),
  joi.object({
    id,
    type: joi.valid('mandate').required(),
    gatewayMandateId: id,
    status: joi.valid('rejected', 'expired', 'canceled').required(),
    endedBy: joi
      .valid(...MANDATE_ENDERS)
      .allow(null)
      .required(),
    endReason: joi.string().max(500).allow(null).required(),
  }),
  joi.object({
    id,
    type: joi.valid('refund_refused').required(),
    refundId: ours,
    reason: joi.string().max(500).required(),
  }),
);

/** @throws InvalidCallbackError for a body that the gateway would not send; it is never stored, so never retried */
export function readEvent(body: string): GatewayEvent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new InvalidCallbackError('The body is not JSON.');
  }
  const result = schema.validate(parsed, { convert: false });
  if (result.error) throw new InvalidCallbackError(`The body is not a callback: ${result.error.message}.`);
  return result.value;
}
