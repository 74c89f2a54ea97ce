import type { CancellationReason } from '../../subscriptions/subscription.entity.ts';

/** The words for the state of a subscription, and its next step; each is a sentence. */
export interface OutlookWords {
  suspended: string;
  paused: (moment: string) => string;
  resumesOn: (day: string) => string;
  resumesByHand: string;
  thenDue: (day: string) => string;
  dueIfResumed: (day: string) => string;
  trial: (day: string) => string;
  underWay: (invoice: number, day: string) => string;
  retrying: (invoice: number, failures: number, moment: string) => string;
  unpaid: (invoice: number) => string;
  surplus: (invoice: number) => string;
  pastDue: (moment: string) => string;
  givesUp: (day: string) => string;
  kept: string;
  next: (day: string, moment: string) => string;
  nextByCard: (moment: string) => string;
  nextWithoutCard: (moment: string) => string;
  cancels: (day: string) => string;
  ends: (day: string) => string;
  endsWhenSettled: string;
  canceled: Record<CancellationReason, (day: string) => string>;
  ended: (day: string) => string;
}

export const portugueseOutlook: OutlookWords = {
  suspended: 'A loja está suspensa: nada é cobrado até que ela volte.',
  paused: (moment) => `Pausada desde ${moment}: nenhuma cobrança é criada, e nenhuma tentativa é feita.`,
  resumesOn: (day) => `A pausa termina sozinha em ${day}.`,
  resumesByHand: 'A pausa termina quando você retomar a assinatura.',
  thenDue: (day) => `A cobrança seguinte vence em ${day}.`,
  dueIfResumed: (day) => `Se for retomada hoje, a próxima cobrança vence em ${day}.`,
  trial: (day) => `Em período de teste. O primeiro dia pago é ${day}.`,
  underWay: (invoice, day) => `A cobrança ${invoice}, do período que começa em ${day}, espera o pagamento.`,
  retrying: (invoice, failures, moment) =>
    `A cobrança ${invoice} falhou ${failures === 1 ? 'uma vez' : `${failures} vezes`}; a próxima tentativa é em ${moment}.`,
  unpaid: (invoice) => `A cobrança ${invoice} não foi paga, e não há mais tentativas marcadas.`,
  surplus: (invoice) => `A cobrança ${invoice} foi paga, embora outra do mesmo período também: reembolse-a.`,
  pastDue: (moment) => `Inadimplente desde ${moment}.`,
  givesUp: (day) => `Será cancelada em ${day} se não for paga antes.`,
  kept: 'Pelas regras da loja, ela continua mesmo assim.',
  next: (day, moment) => `A próxima cobrança vence em ${day} e é criada em ${moment}.`,
  nextByCard: (moment) => `O próximo período é cobrado no cartão guardado em ${moment}.`,
  nextWithoutCard: (moment) =>
    `A próxima cobrança é criada em ${moment}. Não há cartão guardado: o cliente informa um na página de pagamento.`,
  cancels: (day) => `Será cancelada em ${day}, quando termina o período pago. Nada mais é cobrado.`,
  ends: (day) => `Não há mais cobranças a criar: ela chega ao fim em ${day}.`,
  endsWhenSettled: 'Não há mais cobranças a criar: ela chega ao fim quando a última for resolvida.',
  canceled: {
    requested: (day) => `Cancelada em ${day}, a pedido da loja. Nada mais é cobrado.`,
    unpaid: (day) => `Cancelada em ${day} por falta de pagamento. Nada mais é cobrado.`,
  },
  ended: (day) => `Chegou ao fim em ${day}. Nada mais é cobrado.`,
};

export const englishOutlook: OutlookWords = {
  suspended: 'The store is suspended: nothing is charged until it is back.',
  paused: (moment) => `Paused since ${moment}: no invoice is made, and no charge is tried again.`,
  resumesOn: (day) => `The pause ends by itself on ${day}.`,
  resumesByHand: 'The pause ends when you resume the subscription.',
  thenDue: (day) => `The charge after it is due on ${day}.`,
  dueIfResumed: (day) => `If it is resumed today, the next charge is due on ${day}.`,
  trial: (day) => `In its trial. The first day that costs something is ${day}.`,
  underWay: (invoice, day) => `Invoice ${invoice}, of the period that begins on ${day}, waits for its payment.`,
  retrying: (invoice, failures, moment) =>
    `Invoice ${invoice} failed ${failures === 1 ? 'once' : `${failures} times`}; the next attempt is on ${moment}.`,
  unpaid: (invoice) => `Invoice ${invoice} is unpaid, and no further attempt is planned.`,
  surplus: (invoice) => `Invoice ${invoice} was paid although another one of its period was too: refund it.`,
  pastDue: (moment) => `Past due since ${moment}.`,
  givesUp: (day) => `It is canceled on ${day} unless it is paid before.`,
  kept: 'By the settings of the store it goes on all the same.',
  next: (day, moment) => `The next charge is due on ${day}; its invoice is made on ${moment}.`,
  nextByCard: (moment) => `The next period is charged to the card on file on ${moment}.`,
  nextWithoutCard: (moment) =>
    `The next invoice is made on ${moment}. No card is on file: the customer submits one at its checkout.`,
  cancels: (day) => `It is canceled on ${day}, when the period that was paid for is over. Nothing more is charged.`,
  ends: (day) => `No further invoice is made: it ends on ${day}.`,
  endsWhenSettled: 'No further invoice is made: it ends when the last one is settled.',
  canceled: {
    requested: (day) => `Canceled on ${day}, as the store asked. Nothing more is charged.`,
    unpaid: (day) => `Canceled on ${day}, as it stayed unpaid. Nothing more is charged.`,
  },
  ended: (day) => `It ended on ${day}. Nothing more is charged.`,
};
