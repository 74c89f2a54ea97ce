import { words } from '../words.ts';

export const searchWords = words({
  pt: {
    title: 'Busca',
    hint: 'Nome, e-mail, CPF, CNPJ ou telefone; valor, número ou referência; id de um Pix (E…).',
    none: (text: string) => `Nada foi encontrado para “${text}”.`,
    empty: 'Digite acima o que você procura.',
    all: 'Ver todas as cobranças encontradas',
    allCustomers: 'Ver todos os clientes encontrados',
    subscription: (id: number) => `Assinatura ${id}`,
    invoice: (id: number) => `Cobrança ${id}`,
    acts: {},
  },
  en: {
    title: 'Search',
    hint: 'Name, e-mail, CPF, CNPJ or phone; amount, number or reference; id of a Pix (E…).',
    none: (text: string) => `Nothing was found for “${text}”.`,
    empty: 'Type above the thing that you look for.',
    all: 'See all invoices that were found',
    allCustomers: 'See all customers that were found',
    subscription: (id: number) => `Subscription ${id}`,
    invoice: (id: number) => `Invoice ${id}`,
    acts: {},
  },
});
