import type { Stripe } from 'stripe';
import { bankDay } from '../../banking/bank-day.ts';
import { barcodeOfLine } from '../../banking/boleto/barcode.ts';
import {
  GatewayUnavailableError,
  type ChargeArtefacts,
  type ChargeResult,
  type ReceivedMoney,
} from '../payment-gateway.ts';
import { markOfCard } from './kept-cards.ts';
import { reasonOf } from './reasons.ts';

type Intent = Stripe.PaymentIntent;

/**
 * A PaymentIntent in the words of the port; null for one that was begun and never confirmed.
 *
 * @param installments that were asked for: Stripe repeats them only where it has a plan
 */
export function readCharge(intent: Intent): ChargeResult | null {
  const { id: chargeId, status } = intent;
  switch (status) {
    case 'succeeded': {
      const paid = moneyOf(intent);
      return { status: 'registered', chargeId, artefacts: artefactsOf(intent), ...(paid ? { paid } : {}) };
    }
    case 'requires_action':
    case 'processing':
    case 'requires_capture':
      return { status: 'registered', chargeId, artefacts: artefactsOf(intent) };
    case 'canceled':
      return { status: 'refused', chargeId, reason: canceledFor(intent), isFinal: true };
    case 'requires_payment_method':
      // Without a failure it waits for a card that nobody gave it.
      return intent.last_payment_error
        ? { status: 'refused', chargeId, reason: reasonOf(intent.last_payment_error) }
        : null;
    case 'requires_confirmation':
      return null;
    default:
      throw new GatewayUnavailableError(`Stripe has a status that is not known here: ${String(status)}.`);
  }
}

/** A card without the plan that was asked for is given up by us. */
function canceledFor({ payment_method_options: options }: Intent) {
  const installments = options?.card?.installments;
  return installments?.enabled && !installments.plan ? 'installments_not_available' : 'canceled_at_gateway';
}

/** The received money; null while none was received. */
export function moneyOf(intent: Intent): ReceivedMoney | null {
  if (intent.status !== 'succeeded' || intent.amount_received <= 0) return null;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    paymentId: intent.id,
    amountCents: intent.amount_received,
    currency: currencyOf(intent),
    paidAt: isoOf(charge?.created ?? intent.created),
  };
}

/** ISO 4217 in capitals, where Stripe writes small letters; `XXX`, no currency, for an object that names none. */
export function currencyOf({ currency }: { currency?: string | null }): string {
  return currency?.toUpperCase() ?? 'XXX';
}

export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The means of payment; null once a code or boleto was paid, of which Stripe then says nothing. */
function artefactsOf(intent: Intent): ChargeArtefacts | null {
  const { next_action: next } = intent;
  if (next?.pix_display_qr_code?.data) {
    const { data, expires_at } = next.pix_display_qr_code;
    if (!expires_at) throw new GatewayUnavailableError('Stripe made a Pix code without an end.');
    return { method: 'pix', qrCode: data, txid: null, expiresAt: isoOf(expires_at) };
  }
  if (next?.boleto_display_details) return readBoleto(next.boleto_display_details);
  if (intent.payment_method_types.includes('card')) return readCard(intent);
  return null;
}

function readBoleto({
  number,
  expires_at,
  pdf,
}: Stripe.PaymentIntent.NextAction.BoletoDisplayDetails): ChargeArtefacts {
  if (!number || !expires_at) throw new GatewayUnavailableError('Stripe made a boleto without its line or its end.');
  const digitableLine = number.replace(/\D/g, '');
  return {
    method: 'boleto',
    digitableLine,
    barcode: barcodeOfLine(digitableLine),
    ourNumber: null,
    dueDate: bankDay(isoOf(expires_at)),
    ...(pdf?.startsWith('https://') ? { pdfUrl: pdf } : {}),
    isFixed: true,
  };
}

function readCard(intent: Intent): ChargeArtefacts {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = method?.card ?? charge?.payment_method_details?.card;
  const plan = intent.payment_method_options?.card?.installments?.plan;
  const url = intent.next_action?.redirect_to_url?.url;
  return {
    method: 'card',
    brand: card?.brand ?? 'unknown',
    last4: card?.last4 ?? '',
    installments: plan?.count ?? 1,
    ...(intent.setup_future_usage === 'off_session' ? { kept: markOfCard(card) } : {}),
    ...(url ? { nextActionUrl: url } : {}),
  };
}
