import { words } from '../words.ts';
import { SHARED_WORDS } from './shared.words.ts';

/** The faults of a webhook, by the code of the refusal. */
export const URL_PROBLEMS = {
  pt: {
    'events.none': 'Escolha pelo menos um evento.',
    'url.invalid': 'Informe um endereço http ou https completo, como https://loja.example/webhooks.',
    'url.credentials': 'O endereço não pode ter usuário e senha: confira a assinatura em vez disso.',
    'url.address_not_allowed': 'Este endereço IP não é público: não é possível chamá-lo.',
    'url.name_not_allowed': 'Este nome não é público: não é possível chamá-lo.',
    'url.https_required': 'Em produção só https; http só no sandbox.',
    'url.port_not_allowed': 'Em produção só as portas 443 e 8443; no sandbox 80, 443 e de 1024 em diante.',
    too_many_webhooks: 'A loja já tem 20 webhooks neste ambiente, e este é o limite. Exclua um deles.',
  },
  en: {
    'events.none': 'Choose at least one event.',
    'url.invalid': 'Give a full http or https address, like https://store.example/webhooks.',
    'url.credentials': 'The address cannot have a user and password: verify the signature instead.',
    'url.address_not_allowed': 'This IP address is not public: it cannot be called.',
    'url.name_not_allowed': 'This name is not public: it cannot be called.',
    'url.https_required': 'In production only https; http in the sandbox only.',
    'url.port_not_allowed': 'In production only ports 443 and 8443; in the sandbox 80, 443 and from 1024 up.',
    too_many_webhooks: 'The store has 20 webhooks in this environment already, which is the limit. Delete one.',
  },
};

export const webhooksWords = words({
  pt: {
    title: 'Webhooks',
    shared: SHARED_WORDS.pt,
    about: 'Cada webhook é um endereço seu que é chamado quando algo acontece com as cobranças deste ambiente.',
    log: 'Ver todas as entregas',
    list: 'Webhooks deste ambiente',
    none: 'Nenhum webhook ainda: ninguém é avisado do que acontece.',
    url: 'Endereço',
    description: 'Descrição',
    events: 'Eventos',
    health: 'Situação',
    all: 'todos',
    create: 'Novo webhook',
    createButton: 'Criar webhook',
    urlHint: {
      production: 'Um endereço https na porta 443 ou 8443, sem usuário e senha.',
      sandbox: 'Um endereço http ou https, sem usuário e senha.',
    },
    descriptionHint: 'Para uso interno: por exemplo, o sistema que recebe.',
    eventsHint: 'O que é avisado a ele.',
    settings: 'Novas tentativas',
    settingsAbout: 'Valem para todos os webhooks deste ambiente. Produção e sandbox têm cada um as suas.',
    schedule: (count: number) =>
      count === 1
        ? 'Cada entrega tem uma tentativa só, e se ela falhar não há outra.'
        : `Cada entrega tem até ${count} tentativas. Se todas falharem, elas são feitas:`,
    atOnce: 'na hora',
    after: (time: string) => `${time} depois`,
    scheduleNote:
      'O tempo conta do fim de uma tentativa ao começo da próxima, e uma tentativa dura até 10 s. Se o receptor pedir mais tempo (Retry-After), o pedido é respeitado. Depois da última, a entrega é marcada como falha e pode ser reenviada daqui.',
    retries: 'Novas tentativas depois da primeira',
    retriesHint: 'De 0 a 30.',
    interval: 'Intervalo',
    intervalUnit: 'Unidade do intervalo',
    intervalHint: 'No máximo um dia.',
    strategy: 'Como o intervalo muda',
    strategies: { fixed: 'Fixo: sempre o mesmo', exponential: 'Exponencial: dobra a cada vez' },
    maxInterval: 'Maior intervalo',
    maxIntervalUnit: 'Unidade do maior intervalo',
    maxIntervalHint: 'Até onde o exponencial cresce, no máximo uma semana. No fixo não muda nada.',
    alertEmail: 'E-mail de alerta',
    alertHint:
      'Avisado quando um webhook desiste de uma entrega e quando volta a funcionar. Em branco, os proprietários são avisados.',
    alertUnconfirmed: (email: string) =>
      `${email} ainda não confirmou: um link foi enviado. Até lá, os proprietários são avisados. Salve de novo para reenviar o link.`,
    noAlert: 'Os proprietários são avisados.',
    acts: {
      createWebhook: { done: 'Webhook criado.', log: 'Criou um webhook' },
      updateRetrySettings: {
        done: 'Tentativas salvas. As entregas que esperam já seguem o que foi salvo.',
        log: 'Alterou as novas tentativas dos webhooks',
      },
    },
    problems: {
      ...URL_PROBLEMS.pt,
      'interval.long': 'Use no máximo um dia.',
      'max_interval.long': 'Use no máximo uma semana.',
    },
  },
  en: {
    title: 'Webhooks',
    shared: SHARED_WORDS.en,
    about:
      'Each webhook is an address of yours that is called when something happens to the invoices of this environment.',
    log: 'See all deliveries',
    list: 'Webhooks of this environment',
    none: 'No webhooks yet: nobody is told what happens.',
    url: 'Address',
    description: 'Description',
    events: 'Events',
    health: 'State',
    all: 'all',
    create: 'New webhook',
    createButton: 'Create the webhook',
    urlHint: {
      production: 'An https address on port 443 or 8443, without user and password.',
      sandbox: 'An http or https address, without user and password.',
    },
    descriptionHint: 'For yourselves: the system that receives, for example.',
    eventsHint: 'What it is told of.',
    settings: 'Retries',
    settingsAbout: 'They hold for all webhooks of this environment. Production and the sandbox each have their own.',
    schedule: (count: number) =>
      count === 1
        ? 'Each delivery has one attempt; if it fails there is no other.'
        : `Each delivery has up to ${count} attempts. If all of them fail, they are made:`,
    atOnce: 'at once',
    after: (time: string) => `${time} later`,
    scheduleNote:
      'The time counts from the end of an attempt to the beginning of the next, and an attempt takes up to 10 s. A receiver that asks for more time (Retry-After) gets it. After the last one the delivery has failed, and can be sent again from here.',
    retries: 'Retries after the first attempt',
    retriesHint: 'From 0 to 30.',
    interval: 'Interval',
    intervalUnit: 'Unit of the interval',
    intervalHint: 'A day at most.',
    strategy: 'How the interval changes',
    strategies: { fixed: 'Fixed: always the same', exponential: 'Exponential: doubles each time' },
    maxInterval: 'Longest interval',
    maxIntervalUnit: 'Unit of the longest interval',
    maxIntervalHint: 'What an exponential one grows to, a week at most. It changes nothing for a fixed one.',
    alertEmail: 'Alert e-mail',
    alertHint: 'Told when a webhook gives up a delivery, and when it works again. Empty: the owners are told.',
    alertUnconfirmed: (email: string) =>
      `${email} has not confirmed yet: a link was mailed there. Until then the owners are told. Save again to send the link once more.`,
    noAlert: 'The owners are told.',
    acts: {
      createWebhook: { done: 'The webhook is created.', log: 'Created a webhook' },
      updateRetrySettings: {
        done: 'The retries are saved. Deliveries that wait follow them already.',
        log: 'Changed the retries of the webhooks',
      },
    },
    problems: {
      ...URL_PROBLEMS.en,
      'interval.long': 'Give a day at most.',
      'max_interval.long': 'Give a week at most.',
    },
  },
});
