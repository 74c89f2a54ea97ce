import type { Example } from '../../base/http/operation.ts';

type Examples = Record<string, Example>;

export const createProductExamples: Examples = {
  short: { summary: 'The least', value: { name: 'Pão de queijo', price: 149.9 } },
  whole: {
    summary: 'Everything',
    value: {
      name: 'Pão de queijo',
      description: 'A box of fifty, frozen',
      price: 149.9,
      sku: 'PQ-50',
      metadata: { shelf: 'B3' },
    },
  },
};

export const updateProductExamples: Examples = {
  price: { summary: 'Another price', value: { price: 159.9 } },
  restore: { summary: 'Bring back from the archive', value: { active: true } },
};
