import type { Example } from '../../base/http/operation.ts';

type Examples = Record<string, Example>;

export const createCouponExamples: Examples = {
  short: {
    summary: 'A tenth off, for whoever names it',
    value: { code: 'PADARIA10', discount: { type: 'percentage', value: 10 } },
  },
  whole: {
    summary: 'Everything',
    value: {
      code: 'BEMVINDO',
      name: 'For new customers',
      discount: { type: 'fixed', value: 15 },
      cycles: 3,
      minimum_subtotal: 60,
      max_redemptions: 500,
      max_redemptions_per_customer: 1,
      valid_until: '2099-12-31',
      metadata: { campaign: 'summer' },
    },
  },
};

export const updateCouponExamples: Examples = {
  longer: { summary: 'More time, and more uses', value: { valid_until: '2099-12-31', max_redemptions: 1_000 } },
  restore: { summary: 'Bring back from the archive', value: { active: true } },
};
