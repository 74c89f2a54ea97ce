import type { DisputeStatus } from '../../gateways/payment-gateway.ts';
import type { AnswerState } from '../../invoices/dispute.entity.ts';
import { ENGLISH_REASONS, PORTUGUESE_REASONS } from './reasons.words.ts';

/** The facts that a line of the timeline may tell beside its kind. */
export interface TimelineFact {
  /** As the reader's language writes it. */
  amount: string | null;
  overpaid: string | null;
  due: string | null;
  /** In the reader's language where the word is known. */
  reason: string | null;
  /** Set for a dispute: until when the store can answer, by its clocks, and who won. */
  answerUntil: string | null;
  dispute: DisputeStatus | null;
  /** Set for a dispute: how the store's answer stands. */
  answer: AnswerState | null;
  method: string | null;
  /** The number of the attempt to be paid, from 1. */
  attempt: number | null;
  refund: number | null;
  /** The changed fields, in the reader's language. */
  changed: string[];
}

export interface TimelineWords {
  /** By event or step. */
  happened: Record<string, (fact: TimelineFact) => string>;
  somethingElse: (what: string) => string;
  waits: Record<string, string>;
  fields: Record<string, string>;
  /** Words of gateways for a refusal. */
  reasons: Record<string, string>;
  title: string;
  pictureTitle: (id: number) => string;
  pictureText: (statuses: string, events: number) => string;
  span: (status: string, from: string) => string;
  now: string;
  earlier: string;
  latest: string;
  waitsFor: string;
  waitsForNothing: string;
  until: (moment: string) => string;
}

const because = (reason: string | null): string => (reason ? `: ${reason}` : '');
const aside = (reason: string | null): string => (reason ? ` (${reason})` : '');
const answerBy = (moment: string | null, words: string): string => (moment ? `. ${words} ${moment}` : '');
const numbered = (word: string, number: number | null): string => (number === null ? '' : ` (${word} ${number})`);

export const portugueseTimeline: TimelineWords = {
  happened: {
    'invoice.created': () => 'Cobrança criada',
    'invoice.payment_registered': ({ attempt }) => `Pagamento registrado no gateway${numbered('tentativa', attempt)}`,
    'invoice.payment_confirmed': ({ amount }) => `Pagamento confirmado: ${amount ?? ''}`,
    'invoice.refused': ({ attempt, reason }) => `Pagamento recusado${numbered('tentativa', attempt)}${because(reason)}`,
    'invoice.updated': ({ refund, reason, amount, due, changed }) => {
      if (refund !== null && reason) return `O reembolso ${refund} falhou: ${reason}`;
      if (refund !== null) return `O dinheiro do reembolso ${refund} foi devolvido duas vezes: fale com o gateway`;
      if (amount) return `Chegaram ${amount}; faltam ${due ?? '—'}`;
      return `Cobrança alterada${because(changed.join(', ') || null)}`;
    },
    'invoice.abandoned': () => 'O pagador desistiu: a cobrança foi abandonada',
    'invoice.overdue': () => 'O vencimento passou sem pagamento; a cobrança ainda pode ser paga',
    'invoice.expired': () => 'A cobrança vencida não pode mais ser paga',
    'invoice.canceled': () => 'Cancelada pela loja',
    'invoice.refunded': ({ amount, refund }) => `Reembolso ${refund ?? ''} concluído: ${amount ?? ''}`,
    'invoice.overpaid': ({ overpaid }) => `Foram pagos ${overpaid ?? ''} a mais`,
    'invoice.disputed': ({ amount, reason, answerUntil }) =>
      `O banco do pagador quer ${amount ?? ''} de volta${because(reason)}${answerBy(answerUntil, 'Responda até')}`,
    'invoice.dispute_answer_due': ({ amount, answerUntil }) =>
      `A disputa de ${amount ?? ''} ainda não tem resposta${answerBy(answerUntil, 'Responda até')}`,
    'invoice.dispute_updated': ({ amount, reason, dispute, answer, answerUntil }) => {
      const what = `Disputa de ${amount ?? ''}${because(reason)}`;
      if (dispute === 'under_review') return `${what}. O banco está analisando`;
      if (answer === 'lapsed') return `${what}. O prazo para responder acabou`;
      if (answer === 'sending') return `${what}. A resposta da loja segue para o gateway`;
      if (answer === 'sent') return `${what}. A loja respondeu`;
      if (answer === 'refused') return `${what}. O gateway não aceitou a resposta`;
      return what + answerBy(answerUntil, 'Responda até');
    },
    'invoice.dispute_closed': ({ amount, dispute, reason }) =>
      dispute === 'won'
        ? `Disputa ganha: a loja fica com ${amount ?? ''}${aside(reason)}`
        : `Disputa perdida: ${amount ?? ''} voltaram para o pagador${aside(reason)}`,
    'payment.submitted': ({ method, amount, attempt }) =>
      `Pagamento pedido por ${method ?? ''}: ${amount ?? ''}${numbered('tentativa', attempt)}`,
    'payment.canceled': ({ attempt }) => `O pedido de pagamento foi abandonado${numbered('tentativa', attempt)}`,
    'refund.requested': ({ amount, refund, reason }) =>
      `Reembolso ${refund ?? ''} pedido, ${amount ?? ''}${because(reason)}`,
  },
  somethingElse: (what) => `Outro evento (${what})`,
  waits: {
    pix_expired: 'Fim da validade do código Pix; depois disso a cobrança é considerada abandonada',
    abandonment_elapsed: 'Uma ação do pagador; depois disso a cobrança é considerada abandonada',
    due_date_passed: 'O vencimento; depois disso a cobrança fica vencida',
    boleto_expired: 'A cobrança vencida ainda pode ser paga; depois disso expira',
    reminder_due: 'O próximo lembrete ao pagador',
    dispute_due: 'A resposta da loja a uma disputa',
    payment: 'A resposta do gateway sobre o pagamento',
    gateway_registration: 'O registro do pagamento no gateway',
    refund: 'A resposta do gateway sobre um reembolso',
    webhook_deliveries: 'Avisos aos webhooks em andamento; a próxima tentativa',
  },
  fields: {
    products: 'itens',
    payment_method: 'forma de pagamento',
    payment_methods: 'formas de pagamento',
    return_url: 'endereço de retorno',
    due_date: 'vencimento',
    installments: 'parcelas',
    discount: 'desconto',
    fine: 'multa',
    interest: 'juros',
    description: 'descrição',
    amount_credited: 'abatimento',
    external_reference: 'referência externa',
    metadata: 'metadados',
  },
  reasons: PORTUGUESE_REASONS,
  title: 'Linha do tempo',
  pictureTitle: (id) => `Linha do tempo da cobrança ${id}`,
  pictureText: (statuses, events) => `${statuses}. Os ${events} eventos estão na lista abaixo, com o mesmo número.`,
  span: (status, from) => `${status} desde ${from}`,
  now: 'agora',
  earlier: 'Passos anteriores',
  latest: 'Últimos passos',
  waitsFor: 'O que esta cobrança espera',
  waitsForNothing: 'Nada: só muda se alguém agir.',
  until: (moment) => `até ${moment}`,
};

export const englishTimeline: TimelineWords = {
  happened: {
    'invoice.created': () => 'Invoice created',
    'invoice.payment_registered': ({ attempt }) => `Payment registered at the gateway${numbered('attempt', attempt)}`,
    'invoice.payment_confirmed': ({ amount }) => `Payment confirmed: ${amount ?? ''}`,
    'invoice.refused': ({ attempt, reason }) => `Payment refused${numbered('attempt', attempt)}${because(reason)}`,
    'invoice.updated': ({ refund, reason, amount, due, changed }) => {
      if (refund !== null && reason) return `Refund ${refund} failed: ${reason}`;
      if (refund !== null) return `The money of refund ${refund} went back twice: talk to the gateway`;
      if (amount) return `${amount} arrived; ${due ?? '—'} is missing`;
      return `Invoice changed${because(changed.join(', ') || null)}`;
    },
    'invoice.abandoned': () => 'The payer gave up: the invoice is abandoned',
    'invoice.overdue': () => 'The due date passed without payment; the invoice can still be paid',
    'invoice.expired': () => 'The overdue invoice can no longer be paid',
    'invoice.canceled': () => 'Canceled by the store',
    'invoice.refunded': ({ amount, refund }) => `Refund ${refund ?? ''} done: ${amount ?? ''}`,
    'invoice.overpaid': ({ overpaid }) => `${overpaid ?? ''} was paid too much`,
    'invoice.disputed': ({ amount, reason, answerUntil }) =>
      `The payer’s bank wants ${amount ?? ''} back${because(reason)}${answerBy(answerUntil, 'Answer until')}`,
    'invoice.dispute_answer_due': ({ amount, answerUntil }) =>
      `The dispute about ${amount ?? ''} has no answer yet${answerBy(answerUntil, 'Answer until')}`,
    'invoice.dispute_updated': ({ amount, reason, dispute, answer, answerUntil }) => {
      const what = `Dispute about ${amount ?? ''}${because(reason)}`;
      if (dispute === 'under_review') return `${what}. The bank is deciding`;
      if (answer === 'lapsed') return `${what}. The time to answer is over`;
      if (answer === 'sending') return `${what}. The answer of the store is on its way to the gateway`;
      if (answer === 'sent') return `${what}. The store has answered`;
      if (answer === 'refused') return `${what}. The gateway did not take the answer`;
      return what + answerBy(answerUntil, 'Answer until');
    },
    'invoice.dispute_closed': ({ amount, dispute, reason }) =>
      dispute === 'won'
        ? `Dispute won: the store keeps ${amount ?? ''}${aside(reason)}`
        : `Dispute lost: ${amount ?? ''} went back to the payer${aside(reason)}`,
    'payment.submitted': ({ method, amount, attempt }) =>
      `Payment asked for by ${method ?? ''}: ${amount ?? ''}${numbered('attempt', attempt)}`,
    'payment.canceled': ({ attempt }) => `The request for payment was given up${numbered('attempt', attempt)}`,
    'refund.requested': ({ amount, refund, reason }) =>
      `Refund ${refund ?? ''} asked for, ${amount ?? ''}${because(reason)}`,
  },
  somethingElse: (what) => `Something else happened (${what})`,
  waits: {
    pix_expired: 'The Pix code to expire; the invoice is then abandoned',
    abandonment_elapsed: 'The payer; the invoice is then abandoned',
    due_date_passed: 'The due date; the invoice is then overdue',
    boleto_expired: 'The overdue invoice can still be paid; it then expires',
    reminder_due: 'The next reminder of the payer',
    dispute_due: "The store's answer to a dispute",
    payment: 'The gateway’s word on the payment',
    gateway_registration: 'The gateway to register the payment',
    refund: 'The gateway’s word on a refund',
    webhook_deliveries: 'Webhook deliveries under way; their next attempt',
  },
  fields: {
    products: 'items',
    payment_method: 'payment method',
    payment_methods: 'payment methods',
    return_url: 'address to return to',
    due_date: 'due date',
    installments: 'installments',
    discount: 'discount',
    fine: 'fine',
    interest: 'interest',
    description: 'description',
    amount_credited: 'credit',
    external_reference: 'external reference',
    metadata: 'metadata',
  },
  reasons: ENGLISH_REASONS,
  title: 'Timeline',
  pictureTitle: (id) => `Timeline of invoice ${id}`,
  pictureText: (statuses, events) =>
    `${statuses}. The ${events} things that happened are in the list below, by the same number.`,
  span: (status, from) => `${status} since ${from}`,
  now: 'now',
  earlier: 'Earlier steps',
  latest: 'Latest steps',
  waitsFor: 'What this invoice waits for',
  waitsForNothing: 'Nothing: it changes only if somebody acts.',
  until: (moment) => `until ${moment}`,
};
