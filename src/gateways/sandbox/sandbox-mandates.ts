import { authorizingPixPayload } from '../../banking/pix/br-code.ts';
import type { MandateGateway, MandateRequest, MandateState } from '../mandate.ts';
import type { SandboxEvent } from './sandbox-callbacks.ts';
import { sandboxPixUrl } from './sandbox-artefacts.ts';

export const AUTHORIZATION_OUTCOMES = ['authorized', 'rejected', 'expired', 'canceled'] as const;
export type AuthorizationOutcome = (typeof AUTHORIZATION_OUTCOMES)[number];

/** The Central Bank's codes of an end, as a bank would tell them. */
const REASONS = { rejected: 'AP13', expired: null, canceled: 'SLDB' } as const;

/** Agreements to debits, without a bank: a request of a test says what the payer does. Nothing is kept here. */
export function createSandboxMandates(): MandateGateway {
  return {
    request: (request) => Promise.resolve(stateOf(request)),
    query: () => Promise.resolve(null),
    cancel: () => Promise.resolve(),
  };
}

export function sandboxMandateId(mandateId: number): string {
  return `RR99999999${String(mandateId).padStart(19, '0')}`;
}

function stateOf({ mandateId, merchant, journey, firstCharge }: MandateRequest): MandateState {
  const gatewayMandateId = sandboxMandateId(mandateId);
  const recurrenceUrl = sandboxPixUrl(`rec/${gatewayMandateId}`);
  const { name: merchantName, city: merchantCity } = merchant;
  const code = { merchantName, merchantCity, recurrenceUrl };
  const qrCode = journey === 'bank_request' ? null : authorizingPixPayload(code);
  const firstChargeQrCode = firstCharge && authorizingPixPayload({ ...code, qrCode: firstCharge.qrCode });
  return { gatewayMandateId, status: 'pending', qrCode, firstChargeQrCode };
}

/** The decision of a payer, or the end of an agreement, as the sandbox gateway tells it. */
export function sandboxAuthorization(mandateId: number, outcome: AuthorizationOutcome): SandboxEvent {
  const gatewayMandateId = sandboxMandateId(mandateId);
  if (outcome === 'authorized') return { type: 'mandate', gatewayMandateId, status: outcome };
  const endedBy = outcome === 'expired' ? 'bank' : 'payer';
  return { type: 'mandate', gatewayMandateId, status: outcome, endedBy, endReason: REASONS[outcome] };
}
