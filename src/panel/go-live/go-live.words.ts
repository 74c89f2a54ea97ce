import { words } from '../words.ts';

export const goLiveWords = words({
  pt: {
    title: 'Começar a vender em produção',
    progress: (done: number, all: number) => `${done} de ${all} prontos`,
    blocked: 'Nenhum gateway recebe pela loja ainda: sem um, nada pode ser vendido. Comece por aqui.',
    gateways: 'Quem recebe o dinheiro',
    gatewaysHint: 'Basta uma forma de pagamento para começar; as outras podem vir depois.',
    receiveBy: (method: string) => `Receber por ${method}`,
    gatewayStates: { done: 'Pronto', open: 'Falta um gateway', refused: 'O gateway recusa o acesso' },
    others: 'Depois',
    states: { done: 'Pronto', open: 'A fazer', refused: 'Com problema' },
    steps: {
      beneficiary: {
        label: 'Diga quem recebe',
        why: 'O nome e o CNPJ aparecem no Pix e no boleto: o pagador confere.',
      },
      brand: { label: 'Ponha a cor ou o logotipo da loja', why: 'O pagador reconhece a página de pagamento.' },
      factor: { label: 'Ative o segundo fator da sua conta', why: 'Uma senha que vaza não basta para reembolsar.' },
      token: { label: 'Crie um token da API', why: 'Só se um sistema seu cria as cobranças.' },
      webhook: { label: 'Cadastre um webhook', why: 'O seu sistema sabe na hora de cada pagamento.' },
      invoice: { label: 'Crie a primeira cobrança', why: 'Uma de um real, paga por você, mostra o caminho inteiro.' },
    },
    acts: {},
  },
  en: {
    title: 'Begin to sell in production',
    progress: (done: number, all: number) => `${done} of ${all} are ready`,
    blocked: 'No gateway collects for the store yet: without one, nothing can be sold. Begin here.',
    gateways: 'The gateways that collect',
    gatewaysHint: 'One payment method is enough to begin; the others can follow.',
    receiveBy: (method: string) => `Collect by ${method}`,
    gatewayStates: { done: 'Ready', open: 'Needs a gateway', refused: 'The gateway refuses the access' },
    others: 'Then',
    states: { done: 'Ready', open: 'To do', refused: 'Has a problem' },
    steps: {
      beneficiary: {
        label: 'Say who receives',
        why: 'Name and CNPJ are in the Pix code and the boleto: payers check them.',
      },
      brand: { label: 'Give the color or the logo of the store', why: 'The payer knows the checkout by it.' },
      factor: {
        label: 'Set up the second factor of your account',
        why: 'A password that leaks is not enough for a refund.',
      },
      token: { label: 'Create an API token', why: 'Only where a system of yours makes the invoices.' },
      webhook: { label: 'Create a webhook', why: 'Your system hears of each payment at once.' },
      invoice: {
        label: 'Create the first invoice',
        why: 'An invoice of R$ 1, which you pay yourself, shows the whole way.',
      },
    },
    acts: {},
  },
});
