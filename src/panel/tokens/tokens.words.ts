import { words } from '../words.ts';

export const tokensWords = words({
  pt: {
    title: 'Tokens da API',
    about: {
      production:
        'Um token dá acesso à API desta loja em produção, onde o dinheiro é de verdade. Os do sandbox são outros e não funcionam aqui.',
      sandbox:
        'Um token dá acesso à API desta loja no sandbox, onde nenhum dinheiro é de verdade. Os de produção são outros e não funcionam aqui.',
    },
    keep: 'Guardamos só um resumo (SHA-256) de cada token: se um for perdido, gere outro. Quem tem um token pode fazer tudo o que a API permite.',
    valid: 'Tokens que funcionam',
    noneValid: 'Nenhum token funciona neste ambiente: a API responde 401 a todas as chamadas.',
    ended: 'Tokens que não funcionam mais',
    token: 'Token',
    created: 'Criado',
    lastUsed: 'Último uso',
    expires: 'Expira',
    whenRevoked: 'Quando for revogado',
    revokedAt: 'Revogado',
    state: 'Situação',
    states: { valid: 'Válido', ending: 'Válido por enquanto', expired: 'Expirado', revoked: 'Revogado' },
    action: 'Ação',
    issue: 'Gerar mais um token',
    issueText: 'Os outros continuam como estão. No máximo dois funcionam ao mesmo tempo em cada ambiente.',
    issueButton: 'Gerar um token',
    rotate: 'Trocar o token',
    rotateText:
      'Gera um token novo. O mais recente dos atuais ainda funciona pelo tempo que você escolher, para que nada pare durante a troca; outro que ainda funcione é revogado agora.',
    overlap: 'Por quantas horas o atual ainda funciona',
    overlapHint: 'De 0 a 168 (uma semana). Com 0, ele para agora: use se ele vazou.',
    rotateButton: 'Trocar',
    revoke: 'Revogar',
    revokeOf: (mask: string) => `Revogar o token ${mask}`,
    revokeText: 'A próxima chamada com este token será recusada com 401. Isso não pode ser desfeito.',
    newTitle: 'Token novo',
    newToken: 'O token novo',
    tryIt: 'Experimente',
    tryText: 'Esta chamada lista a cobrança mais recente da loja neste ambiente:',
    previousUntil: (mask: string, moment: string) => `O token anterior (${mask}) funciona até ${moment}.`,
    previousEnded: (mask: string) => `O token anterior (${mask}) não funciona mais.`,
    back: 'Voltar aos tokens',
    acts: {
      issueToken: { done: 'Token gerado.', log: 'Gerou um token da API' },
      rotateToken: { done: 'Token trocado.', log: 'Trocou o token da API' },
      revokeToken: { done: 'Token revogado: não dá mais acesso à API.', log: 'Revogou um token da API' },
    },
    problems: {
      too_many_tokens:
        'Dois tokens já funcionam neste ambiente, e este é o limite. Revogue um deles, ou troque o token.',
    },
  },
  en: {
    title: 'API tokens',
    about: {
      production:
        'A token opens the API of this store in production, where the money is real. Those of the sandbox are others and do not work here.',
      sandbox:
        'A token opens the API of this store in the sandbox, where no money moves. Those of production are others and do not work here.',
    },
    keep: 'We keep only a digest (SHA-256) of each token: a lost one does not come back, another is generated. Whoever has a token can do all that the API can.',
    valid: 'Tokens that work',
    noneValid: 'No token works in this environment: the API answers 401 to everybody.',
    ended: 'Tokens that no longer work',
    token: 'Token',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    whenRevoked: 'When it is revoked',
    revokedAt: 'Revoked',
    state: 'State',
    states: { valid: 'Valid', ending: 'Valid for now', expired: 'Expired', revoked: 'Revoked' },
    action: 'Action',
    issue: 'Generate one more token',
    issueText: 'The others stay as they are. At most two work at the same time in each environment.',
    issueButton: 'Generate a token',
    rotate: 'Rotate the token',
    rotateText:
      'Generates a new token. The newest of the present ones works on for as long as you choose, so that nothing stops while you change over; another one that still works is revoked now.',
    overlap: 'For how many hours the present one works on',
    overlapHint: 'From 0 to 168 (a week). With 0 it stops now: for one that leaked.',
    rotateButton: 'Rotate',
    revoke: 'Revoke',
    revokeOf: (mask: string) => `Revoke the token ${mask}`,
    revokeText: 'The next call with this token will be refused with 401. This cannot be undone.',
    newTitle: 'New token',
    newToken: 'The new token',
    tryIt: 'Try it',
    tryText: 'This call lists the latest invoice of the store in this environment:',
    previousUntil: (mask: string, moment: string) => `The token before (${mask}) works until ${moment}.`,
    previousEnded: (mask: string) => `The token before (${mask}) no longer works.`,
    back: 'Back to the tokens',
    acts: {
      issueToken: { done: 'The token is generated.', log: 'Generated an API token' },
      rotateToken: { done: 'The token is rotated.', log: 'Rotated the API token' },
      revokeToken: { done: 'The token is revoked: it no longer opens the API.', log: 'Revoked an API token' },
    },
    problems: {
      too_many_tokens:
        'Two tokens work in this environment already, which is the limit. Revoke one of them, or rotate.',
    },
  },
});
