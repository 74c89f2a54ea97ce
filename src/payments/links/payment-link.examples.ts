import type { Example } from '../../base/http/operation.ts';

type Examples = Record<string, Example>;

export const createPaymentLinkExamples: Examples = {
  amount: {
    summary: 'An amount by Pix',
    value: { name: 'Curso de pão caseiro', amount: 180, payment_method: 'pix' },
  },
  choice: {
    summary: 'An amount by Pix or card, as the payer chooses',
    value: { name: 'Curso de bolos', amount: 240, payment_methods: ['pix', 'card'], installments: 3 },
  },
  products: {
    summary: 'A product by card, in parts, with coupons and limits',
    value: {
      name: 'Cesta de Natal',
      description: 'Entrega em São Paulo até 20 de dezembro.',
      products: [{ product_id: 1, quantity: 1 }],
      payment_method: 'card',
      installments: 3,
      accepts_coupons: true,
      max_invoices: 40,
      valid_until: '2099-12-20',
      metadata: { campaign: 'christmas' },
    },
  },
};

export const updatePaymentLinkExamples: Examples = {
  limits: { summary: 'More to sell', value: { max_invoices: 60 } },
  restore: { summary: 'Bring back from the archive', value: { active: true } },
};
