import { authorizingPixPayload } from '../../banking/pix/br-code.ts';
import type { MandateGateway, MandateRequest, MandateState } from '../mandate.ts';
import { sandboxPixUrl } from './sandbox-artefacts.ts';

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
