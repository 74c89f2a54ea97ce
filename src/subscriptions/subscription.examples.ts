import type { Example } from '../base/http/operation.ts';

const products = [{ product_id: 1, quantity: 1 }];

export const createSubscriptionExamples: Record<string, Example> = {
  pix: {
    summary: 'Every month by Pix, on the last day',
    value: { customer_id: 1, products, payment_method: 'pix', interval: 'month', anchor_day: 31 },
  },
  card: {
    summary: 'A card on file, after a trial of a week, for a year',
    value: {
      customer_id: 1,
      products,
      payment_method: 'card',
      card_token: 'tok_approved',
      interval: 'month',
      trial_days: 7,
      cycles: 12,
      metadata: { plan: 'gold' },
    },
  },
  pixAutomatic: {
    summary: 'Debited every month by Pix Automático; the first code pays and authorises',
    value: { customer_id: 1, products, payment_method: 'pix_automatic', interval: 'month' },
  },
  boleto: {
    summary: 'A boleto every two weeks on Mondays, ten days before it is due',
    value: {
      customer_id: 1,
      products,
      payment_method: 'boleto',
      interval: 'week',
      interval_count: 2,
      anchor_day: 1,
      days_before_due: 10,
    },
  },
};

export const requestAuthorizationExamples: Record<string, Example> = {
  code: { summary: 'By a code', value: {} },
  bank: {
    summary: "In the app of the payer's bank",
    value: { journey: 'bank_request', payer_account: { ispb: '12345678', branch: '1', account: '123456' } },
  },
};

export const pauseSubscriptionExamples: Record<string, Example> = {
  open: { summary: 'Until it is resumed', value: {} },
};

export const cancelSubscriptionExamples: Record<string, Example> = {
  now: { summary: 'Now, with what is owed', value: { when: 'now', invoices: 'cancel' } },
  later: { summary: 'When the period that has begun is over', value: { when: 'period_end' } },
};

export const retrySubscriptionExamples: Record<string, Example> = {
  same: { summary: 'With the card on file, or a fresh code', value: {} },
  card: { summary: 'With another card', value: { card_token: 'tok_approved' } },
};

export const updateSubscriptionExamples: Record<string, Example> = {
  price: { summary: 'Another quantity, at the present price', value: { products: [{ product_id: 1, quantity: 2 }] } },
  card: { summary: 'Another card', value: { card_token: 'tok_approved' } },
};
