import { DateTime } from 'luxon';
import type Stripe from 'stripe';
import { boletoBarcode, digitableLine } from '../../../src/banking/boleto/barcode.ts';
import { dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { emit, idOf, seconds, type Mode } from './account.ts';
import { failIntent, settleIntent } from './charges.ts';
import { openDispute } from './disputes.ts';
import { invalidRequest } from './failure.ts';
import { checkAmount, unexpectedState } from './intent-checks.ts';
import type { ConfirmParams } from './intent-params.ts';
import { cardError } from './payment-methods.ts';

/** Tries to collect: what becomes of it depends on the method, and behind a card on the bank. */
export function collect(mode: Mode, intent: Stripe.PaymentIntent, params: ConfirmParams): void {
  const method = mode.paymentMethods.get(idOf(intent.payment_method));
  if (!method) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      intent,
    );
  }
  const offSession = params.off_session !== undefined && params.off_session !== 'false';
  if (offSession && intent.setup_future_usage) {
    const message =
      'You cannot confirm with `off_session=true` when `setup_future_usage` is also set on the PaymentIntent.';
    throw invalidRequest(message, { param: 'off_session' });
  }
  if (method.type === 'pix') return showPix(mode, intent);
  if (method.type === 'boleto') return showBoleto(mode, intent);
  if (intent.customer === null) mode.consumed.add(method.id);
  chargeCard(mode, intent, { ...params, offSession });
}

function chargeCard(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  { offSession, return_url: returnUrl, error_on_requires_action: noAction }: ConfirmParams & { offSession: boolean },
): void {
  const conduct = mode.conducts.get(idOf(intent.payment_method))!;
  if (conduct.charge === 'succeeds') {
    settleIntent(mode, intent);
    if (conduct.dispute) openDispute(mode, intent, { reason: conduct.dispute });
    return;
  }
  if (conduct.charge === 'asks' && !offSession && !noAction) {
    const url = `https://hooks.stripe.com/3d_secure_2/hosted?intent=${intent.id}`;
    intent.status = 'requires_action';
    intent.next_action =
      returnUrl === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
    emit(mode, 'payment_intent.requires_action', intent);
    return;
  }
  const decline =
    conduct.charge === 'asks'
      ? {
          code: 'authentication_required',
          declineCode: 'authentication_required',
          message: 'Your card was declined. This transaction requires authentication.',
        }
      : conduct.charge;
  const { code, declineCode, message, param } = decline;
  const method = structuredClone(mode.paymentMethods.get(idOf(intent.payment_method))!);
  const error = { type: 'card_error', code, decline_code: declineCode, message };
  failIntent(mode, intent, param === undefined ? error : { ...error, param });
  throw cardError(decline, {
    charge: idOf(intent.latest_charge),
    payment_intent: structuredClone(intent),
    payment_method: method,
  });
}

function showPix(mode: Mode, intent: Stripe.PaymentIntent): void {
  if (intent.setup_future_usage) {
    const message = 'The payment method type "pix" needs mandate options to be used with `setup_future_usage`.';
    throw invalidRequest(message, { code: 'payment_intent_invalid_parameter', param: 'setup_future_usage' });
  }
  const { expires_at: at, expires_after_seconds: after } = intent.payment_method_options!.pix!;
  const data = dynamicPixPayload({
    url: `https://qr.stripe.com/pix/v2/${intent.id}`,
    amountCents: intent.amount,
    merchantName: 'Padaria Estrela',
    merchantCity: 'Sao Paulo',
  });
  const image = `https://qr.stripe.com/${intent.id}`;
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'pix_display_qr_code',
    pix_display_qr_code: {
      data,
      expires_at: at ?? seconds(mode) + after!,
      hosted_instructions_url: `https://payments.stripe.com/pix/instructions/${intent.id}`,
      image_url_png: `${image}.png`,
      image_url_svg: `${image}.svg`,
    },
  };
  emit(mode, 'payment_intent.requires_action', intent);
}

function showBoleto(mode: Mode, intent: Stripe.PaymentIntent): void {
  checkAmount(intent.amount, 500, 4_999_999);
  const days = intent.payment_method_options!.boleto!.expires_after_days;
  const today = DateTime.fromMillis(mode.shared.now(), { zone: 'America/Sao_Paulo' });
  const due = today.plus({ days }).endOf('day');
  const freeField = String(BigInt(`0x${intent.id.slice(3)}`))
    .slice(0, 25)
    .padStart(25, '0');
  const barcode = boletoBarcode({ bank: '237', dueDate: due.toISODate()!, amountCents: intent.amount, freeField });
  const voucher = `https://payments.stripe.com/boleto/voucher/${intent.id}`;
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'boleto_display_details',
    boleto_display_details: {
      expires_at: due.toUnixInteger(),
      hosted_voucher_url: voucher,
      number: digitableLine(barcode),
      pdf: `${voucher}/pdf`,
    },
  };
  emit(mode, 'payment_intent.requires_action', intent);
}
