import type { Example } from '../base/http/operation.ts';

type Examples = Record<string, Example>;

const sale = { customer_id: 1, products: [{ product_id: 1, quantity: 2 }] };

export const createInvoiceExamples: Examples = {
  pix: { summary: 'Pix', value: { ...sale, payment_method: 'pix' } },
  boleto: {
    summary: 'Boleto with discount, fine and interest',
    value: {
      ...sale,
      payment_method: 'boleto',
      discount: { type: 'percentage', value: 5 },
      fine: { type: 'percentage', value: 2 },
      interest: { type: 'percentage', value: 0.0333 },
      description: 'Encomenda 12',
      external_reference: 'order-12',
      metadata: { channel: 'counter' },
    },
  },
  choice: {
    summary: 'Pix, boleto or card, as the payer chooses',
    value: { ...sale, payment_methods: ['pix', 'boleto', 'card'], installments: 3 },
  },
  one_off: {
    summary: 'Something that is no product',
    value: {
      customer_id: 1,
      products: [{ name: 'Bolo de casamento, três andares', unit_price: 890, quantity: 1 }],
      payment_method: 'pix',
    },
  },
  coupon: { summary: 'Pix, with a coupon', value: { ...sale, payment_method: 'pix', coupon: 'PADARIA10' } },
  saved_card: {
    summary: 'A saved card of the customer, charged at once',
    value: { ...sale, payment_method: 'card', saved_card_id: 1 },
  },
  card: { summary: 'Card, in three monthly parts', value: { ...sale, payment_method: 'card', installments: 3 } },
};

export const updateInvoiceExamples: Examples = {
  labels: { summary: 'Labels, which can change at any time', value: { description: 'Encomenda 12, two boxes' } },
  method: { summary: 'Another way to pay', value: { payment_method: 'boleto' } },
};
