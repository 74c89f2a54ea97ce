import type { Example } from '../../base/http/operation.ts';

type Examples = Record<string, Example>;

export const createCustomerExamples: Examples = {
  short: { summary: 'The least', value: { name: 'Ana Souza', email: 'ana@example.com' } },
  whole: {
    summary: 'Everything',
    value: {
      name: 'Ana Souza',
      email: 'ana@example.com',
      document: '111.444.777-35',
      phone: '+55 11 91234-5678',
      address: {
        zip_code: '01310-100',
        street: 'Avenida Paulista',
        number: '1000',
        complement: 'Apto 12',
        district: 'Bela Vista',
        city: 'São Paulo',
        state: 'SP',
      },
      external_reference: 'crm-7',
      metadata: { segment: 'bakery' },
    },
  },
};

export const updateCustomerExamples: Examples = {
  move: {
    summary: 'Another email address, one label less',
    value: { email: 'ana@example.org', metadata: { segment: null } },
  },
  restore: { summary: 'Bring back from the archive', value: { active: true } },
};
