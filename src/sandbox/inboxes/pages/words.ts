import type { Finding } from '../sandbox-message.entity.ts';

export interface Words {
  locale: string;
  sandbox: string;
  title: string;
  address: string;
  howTo: string;
  empty: string;
  count: (shown: number) => string;
  request: string;
  answered: (status: number) => string;
  verified: string;
  notVerified: string;
  notChecked: string;
  webhook: (id: number) => string;
  findings: Record<Finding, string>;
  headers: string;
  body: string;
  noBody: string;
  unknownTitle: string;
  unknown: string;
}

export const english: Words = {
  locale: 'en-US',
  sandbox: 'Test environment: no money is moved.',
  title: 'Webhook inbox',
  address: 'Address of this inbox, for the url of a webhook:',
  howTo: 'Add ?status=500 to it to see how failed deliveries are tried again.',
  empty: 'Nothing has come yet. This page shows it by itself when it does.',
  count: (shown) => `Requests, the newest first: ${shown}`,
  request: 'Request that names no event',
  answered: (status) => `answered ${status}`,
  verified: 'Signature verifies',
  notVerified: 'Signature does NOT verify',
  notChecked: 'Signature not checked',
  webhook: (id) => `signed with the secret of webhook ${id}`,
  findings: {
    valid: 'right',
    previous: 'right, with the secret before the last rotation',
    old: 'right, but made more than five minutes ago',
    wrong: 'wrong: made with another secret, or the body was changed',
    missing: 'not there',
    unchecked: 'not checked: no webhook has the address of this inbox',
  },
  headers: 'Headers',
  body: 'Body',
  noBody: '(empty)',
  unknownTitle: 'No such inbox',
  unknown: 'There is no inbox at this address. POST /api/v1/sandbox/inboxes makes one.',
};

export const portuguese: Words = {
  locale: 'pt-BR',
  sandbox: 'Ambiente de teste: nenhum dinheiro é movimentado.',
  title: 'Caixa de entrada de webhooks',
  address: 'Endereço desta caixa, para a url de um webhook:',
  howTo: 'Acrescente ?status=500 para ver como entregas que falham são tentadas de novo.',
  empty: 'Ainda não chegou nada. Esta página mostra sozinha quando chegar.',
  count: (shown) => `Requisições, a mais nova primeiro: ${shown}`,
  request: 'Requisição que não nomeia um evento',
  answered: (status) => `respondida com ${status}`,
  verified: 'A assinatura confere',
  notVerified: 'A assinatura NÃO confere',
  notChecked: 'Assinatura não verificada',
  webhook: (id) => `assinada com o segredo do webhook ${id}`,
  findings: {
    valid: 'certa',
    previous: 'certa, com o segredo anterior à última rotação',
    old: 'certa, mas feita há mais de cinco minutos',
    wrong: 'errada: feita com outro segredo, ou o corpo foi alterado',
    missing: 'ausente',
    unchecked: 'não verificada: nenhum webhook tem o endereço desta caixa',
  },
  headers: 'Cabeçalhos',
  body: 'Corpo',
  noBody: '(vazio)',
  unknownTitle: 'Caixa não encontrada',
  unknown: 'Não há caixa neste endereço. POST /api/v1/sandbox/inboxes cria uma.',
};
