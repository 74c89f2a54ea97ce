import type Stripe from 'stripe';
import { seconds, type Mode, type PaymentType } from './account.ts';
import { exclusiveParams, invalidRequest } from './failure.ts';
import { ALL_TYPES } from './intent-checks.ts';
import type { ConfirmParams } from './intent-params.ts';

const MAX_PIX_SECONDS = 14 * 86_400;

export function optionsOf(types: readonly PaymentType[]): Stripe.PaymentIntent.PaymentMethodOptions {
  return {
    ...(types.includes('boleto') && { boleto: { expires_after_days: 3 } }),
    ...(types.includes('card') && {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    }),
    ...(types.includes('pix') && { pix: { expires_after_seconds: 86_400, expires_at: null } }),
  };
}

export function takeOptions(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  { payment_method_options: given }: ConfirmParams,
): void {
  const options = intent.payment_method_options!;
  for (const type of ALL_TYPES) {
    if (!given?.[type] || intent.payment_method_types.includes(type)) continue;
    const param = `payment_method_options[${type}]`;
    throw invalidRequest(`${param} is only allowed with the payment method type ${type}.`, { param });
  }
  if (given?.pix) takePixOptions(mode, options, given.pix);
  const days = given?.boleto?.expires_after_days;
  if (days !== undefined) {
    if (days < 0 || days > 60) {
      const param = 'payment_method_options[boleto][expires_after_days]';
      throw invalidRequest('expires_after_days must be between 0 and 60.', { param });
    }
    options.boleto!.expires_after_days = days;
  }
  const installments = given?.card?.installments;
  if (installments) takeInstallments(mode, intent, installments);
}

function takePixOptions(
  mode: Mode,
  options: Stripe.PaymentIntent.PaymentMethodOptions,
  given: { expires_after_seconds?: number | undefined; expires_at?: number | undefined },
): void {
  const { expires_after_seconds: after, expires_at: at } = given;
  const path = (name: string): string => `payment_method_options[pix][${name}]`;
  if (after !== undefined && at !== undefined) throw exclusiveParams(path('expires_at'), path('expires_after_seconds'));
  const left = after ?? (at === undefined ? 86_400 : at - seconds(mode));
  if (left < 10 || left > MAX_PIX_SECONDS) {
    const name = path(at === undefined ? 'expires_after_seconds' : 'expires_at');
    throw invalidRequest('A Pix must expire between 10 and 1209600 seconds in the future.', { param: name });
  }
  Object.assign(options.pix!, { expires_after_seconds: at === undefined ? left : null, expires_at: at ?? null });
}

function takeInstallments(
  mode: Mode,
  intent: Stripe.PaymentIntent,
  given: NonNullable<NonNullable<NonNullable<ConfirmParams['payment_method_options']>['card']>['installments']>,
): void {
  const card = intent.payment_method_options!.card!;
  const enabled = given.enabled ?? card.installments?.enabled ?? false;
  const param = 'payment_method_options[card][installments][plan]';
  const { plan } = given;
  if (plan && !enabled) throw invalidRequest('Installments are not enabled for this PaymentIntent.', { param });
  if (plan && (plan.type !== 'fixed_count' || !mode.shared.installments.includes(plan.count ?? 0))) {
    throw invalidRequest('The installment plan provided is not available for this PaymentIntent.', { param });
  }
  const fixed = (count: number) => ({ count, interval: 'month' as const, type: 'fixed_count' as const });
  card.installments = {
    available_plans: enabled && intent.payment_method !== null ? mode.shared.installments.map(fixed) : null,
    enabled,
    plan: plan ? fixed(plan.count!) : (card.installments?.plan ?? null),
  };
}
