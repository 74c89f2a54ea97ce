import { words } from '../words.ts';
import { SHARED_WORDS } from './shared.words.ts';
import { URL_PROBLEMS, webhooksWords } from './webhooks.words.ts';

const fieldsOf = (language: 'pt' | 'en') => {
  const { url, urlHint, description, descriptionHint, events, eventsHint } = webhooksWords[language];
  return { url, urlHint, description, descriptionHint, events, eventsHint };
};

export const webhookWords = words({
  pt: {
    ...fieldsOf('pt'),
    title: (name: string) => `Webhook ${name}`,
    shared: SHARED_WORDS.pt,
    back: 'Todos os webhooks',
    summary: 'Como ele está',
    health: 'Situação',
    created: 'Criado',
    updated: 'Alterado',
    previousSecret: 'O segredo anterior assina até',
    test: 'Enviar um evento de teste',
    testHint: 'webhook.test vai só para este webhook, assinado como os outros, mesmo que ele esteja desligado.',
    latest: 'Últimas entregas',
    log: 'Ver todas as entregas dele',
    incidents: 'Falhas',
    incidentsHint:
      'Uma falha começa quando uma entrega é dada como perdida e termina na próxima que dá certo. Há um e-mail no começo e outro no fim, se a loja tinha um e-mail de alerta.',
    noIncidents: 'Nenhuma falha até agora.',
    opened: 'Começo',
    closed: 'Fim',
    stillOpen: 'ainda falha',
    lastError: 'Último erro',
    alerted: 'Aviso da falha',
    recovered: 'Aviso da volta',
    edit: 'Alterar',
    enabled: 'Ligado',
    enabledHint: 'Desligado, ele não recebe eventos novos; o que já está na fila ainda é enviado.',
    rotate: 'Trocar o segredo',
    rotateText:
      'Gera um segredo novo, que é mostrado uma vez. Pelo tempo que você escolher, as entregas são assinadas com os dois.',
    overlap: 'Por quantas horas o atual ainda assina',
    overlapHint: 'De 0 a 168 (uma semana). Com 0, ele para agora: use se ele vazou.',
    rotateButton: 'Trocar o segredo',
    resend: 'Reenviar o que falhou',
    resendText:
      'Envia mais uma vez cada entrega que falhou e que entrou na fila a partir deste momento, as mais antigas primeiro, até mil por vez.',
    since: 'Desde',
    sinceHint: (zone: string) => `No horário da loja (${zone}).`,
    resendButton: 'Reenviar',
    remove: 'Excluir este webhook',
    removeText:
      'Nada mais é enviado a ele, nem o que está na fila. O registro das entregas fica. Isso não pode ser desfeito.',
    removeButton: 'Excluir',
    acts: {
      updateWebhook: { done: 'Webhook salvo.', log: 'Alterou um webhook' },
      testWebhook: { done: 'O evento de teste está a caminho.', log: 'Enviou um evento de teste' },
      rotateWebhookSecret: { done: 'Segredo trocado.', log: 'Trocou o segredo de um webhook' },
      redeliverFailed: {
        done: 'O que falhou está a caminho de novo, até mil por vez.',
        log: 'Reenviou o que um webhook não recebeu',
      },
      deleteWebhook: { done: 'Webhook excluído.', log: 'Excluiu um webhook' },
    },
    problems: URL_PROBLEMS.pt,
  },
  en: {
    ...fieldsOf('en'),
    title: (name: string) => `Webhook ${name}`,
    shared: SHARED_WORDS.en,
    back: 'All webhooks',
    summary: 'How it is',
    health: 'State',
    created: 'Created',
    updated: 'Changed',
    previousSecret: 'The secret before signs until',
    test: 'Send a test event',
    testHint: 'webhook.test goes to this webhook alone, signed as any other, also while it is off.',
    latest: 'Latest deliveries',
    log: 'See all of its deliveries',
    incidents: 'Failures',
    incidentsHint:
      'A failure begins when a delivery is given up and ends with the next one that succeeds. There is a mail at its beginning and one at its end, if the store had an alert e-mail.',
    noIncidents: 'No failures so far.',
    opened: 'Began',
    closed: 'Ended',
    stillOpen: 'still failing',
    lastError: 'Last error',
    alerted: 'Told of the failure',
    recovered: 'Told of the recovery',
    edit: 'Change',
    enabled: 'On',
    enabledHint: 'Off, it gets no new events; what is queued already is still sent.',
    rotate: 'Rotate the secret',
    rotateText: 'Generates a new secret, which is shown once. For as long as you choose, both sign the deliveries.',
    overlap: 'For how many hours the present one signs too',
    overlapHint: 'From 0 to 168 (a week). With 0 it stops now: for one that leaked.',
    rotateButton: 'Rotate the secret',
    resend: 'Send again what failed',
    resendText:
      'Sends once more each delivery that failed and was queued at this moment or later, the oldest first, up to a thousand at a time.',
    since: 'Since',
    sinceHint: (zone: string) => `By the clock of the store (${zone}).`,
    resendButton: 'Send again',
    remove: 'Delete this webhook',
    removeText:
      'Nothing more is sent to it, also not what is queued. The log of its deliveries stays. This cannot be undone.',
    removeButton: 'Delete',
    acts: {
      updateWebhook: { done: 'The webhook is saved.', log: 'Changed a webhook' },
      testWebhook: { done: 'The test event is on its way.', log: 'Sent a test event' },
      rotateWebhookSecret: { done: 'The secret is rotated.', log: 'Rotated the secret of a webhook' },
      redeliverFailed: {
        done: 'What failed is on its way again, up to a thousand at a time.',
        log: 'Sent again what a webhook did not take',
      },
      deleteWebhook: { done: 'The webhook is deleted.', log: 'Deleted a webhook' },
    },
    problems: URL_PROBLEMS.en,
  },
});
