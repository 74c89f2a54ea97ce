import type { Mandate } from '../payments/mandates/mandate.entity.ts';

/** A mandate as the API and events show it. */
export function presentMandate(mandate: Mandate): Record<string, unknown> {
  return {
    id: mandate.id,
    status: mandate.status,
    journey: mandate.journey,
    qr_code: mandate.status === 'pending' ? mandate.qrCode : null,
    expires_at: mandate.status === 'requested' || mandate.status === 'pending' ? mandate.requestEndsAt : null,
    authorized_at: mandate.authorizedAt,
    ended_at: mandate.endedAt,
    ended_by: mandate.endedBy,
    end_reason: mandate.endReason,
    created_at: mandate.createdAt,
  };
}

/** The page on which the payer agrees; null once there is nothing to agree to. */
export function authorizationUrlOf({ status, pageHash }: Mandate, publicUrl: string): string | null {
  return status === 'requested' || status === 'pending' ? `${publicUrl}/checkout/authorizations/${pageHash}` : null;
}
