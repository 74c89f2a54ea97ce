import { EVENTS, type EventType } from '../../events/event-types.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { DeliveryState } from '../../webhooks/webhook-delivery.entity.ts';

/** The words that several pages of webhooks and their deliveries share. */
export interface SharedWords {
  health: {
    active: string;
    off: string;
    gone: string;
    paused: string;
    failing: string;
    offText: string;
    goneText: string;
    pausedText: (since: string, nextProbe: string | null) => string;
    failingText: (since: string) => string;
  };
  states: Record<DeliveryState, string>;
  delivery: {
    id: string;
    event: string;
    webhook: string;
    state: string;
    attempts: string;
    created: string;
    next: string;
    open: (id: number) => string;
    none: string;
  };
  events: Record<EventType, string>;
  allEvents: string;
}

export const SHARED_WORDS: Readonly<Record<PanelLanguage, SharedWords>> = {
  pt: {
    health: {
      active: 'Ativo',
      off: 'Desligado',
      gone: 'Desligado: respondeu 410',
      paused: 'Pausado',
      failing: 'Falhando',
      offText: 'Eventos novos não entram na fila dele. O que já estava na fila ainda é enviado.',
      goneText:
        'O receptor respondeu 410 (não existe mais), e a plataforma o desligou. Ligue-o de novo quando o receptor estiver de volta.',
      pausedText: (since, nextProbe) =>
        `Nada foi entregue por um dia; os eventos esperam desde ${since} e nenhum se perde.` +
        (nextProbe ? ` A próxima tentativa, com um deles, é em ${nextProbe}.` : ''),
      failingText: (since) => `Nenhuma entrega deu certo desde ${since}. Depois de um dia assim, ele é pausado.`,
    },
    states: { pending: 'A caminho', delivered: 'Entregue', failed: 'Falhou', canceled: 'Cancelada' },
    delivery: {
      id: 'Entrega',
      event: 'Evento',
      webhook: 'Webhook',
      state: 'Situação',
      attempts: 'Tentativas',
      created: 'Na fila desde',
      next: 'Próxima tentativa',
      open: (id) => `Entrega ${id}`,
      none: 'Nenhuma entrega.',
    },
    events: {
      'invoice.created': 'Cobrança criada',
      'invoice.payment_confirmed': 'Pagamento confirmado',
      'invoice.payment_registered': 'Tentativa de pagamento registrada',
      'invoice.refused': 'Pagamento recusado',
      'invoice.updated': 'Cobrança alterada',
      'invoice.abandoned': 'Carrinho abandonado pelo cliente',
      'subscription.created': 'Assinatura iniciada',
      'subscription.renewed': 'Assinatura renovada',
      'invoice.overdue': 'Boleto vencido, que ainda pode ser pago',
      'invoice.expired': 'Boleto vencido, que não pode mais ser pago',
      'invoice.canceled': 'Cobrança cancelada pela loja',
      'invoice.refunded': 'Dinheiro devolvido, todo ou em parte',
      'invoice.overpaid': 'Chegou mais dinheiro do que o cobrado',
      'invoice.disputed': 'O banco do pagador quer um pagamento de volta',
      'invoice.dispute_answer_due': 'Restam alguns dias para responder a uma disputa',
      'invoice.dispute_updated': 'Disputa em andamento: respondida, sem resposta, ou com outro valor',
      'invoice.dispute_closed': 'Disputa ganha ou perdida',
      'subscription.canceled': 'Assinatura cancelada',
      'subscription.payment_failed': 'Cobrança de assinatura falhou',
      'subscription.updated': 'Assinatura alterada',
      'subscription.trial_ended': 'Período de teste terminou',
      'subscription.past_due': 'Assinatura inadimplente: as tentativas acabaram',
      'subscription.paused': 'Assinatura pausada',
      'subscription.resumed': 'Assinatura retomada',
      'subscription.ended': 'Assinatura chegou ao fim',
      'subscription.authorized': 'Pagador autorizou o débito das cobranças',
      'subscription.authorization_refused': 'Pagador não autorizou o débito das cobranças',
      'subscription.authorization_canceled': 'Autorização de débito cancelada',
      'payout.created': 'Repasse a caminho do banco',
      'payout.paid': 'Repasse no banco',
      'payout.failed': 'Repasse devolvido pelo banco',
      'payout.reconciled': 'Repasse conferido com os pagamentos',
      'customer.erased': 'Dados pessoais de um cliente apagados',
      'audit.recorded': 'Um registro de alteração',
      'webhook.test': 'Teste pedido pela loja',
    },
    allEvents: 'Todos os eventos, também os que ainda não existem',
  },
  en: {
    health: {
      active: 'Active',
      off: 'Off',
      gone: 'Off: it answered 410',
      paused: 'Paused',
      failing: 'Failing',
      offText: 'New events are not queued for it. What was queued already is still sent.',
      goneText:
        'The receiver answered 410 (gone), and the platform switched it off. Switch it on again once the receiver is back.',
      pausedText: (since, nextProbe) =>
        `Nothing was delivered for a day; events have waited since ${since}, and none is lost.` +
        (nextProbe ? ` The next try, with one of them, is at ${nextProbe}.` : ''),
      failingText: (since) => `No delivery has succeeded since ${since}. After a day of this it is paused.`,
    },
    states: { pending: 'On its way', delivered: 'Delivered', failed: 'Failed', canceled: 'Canceled' },
    delivery: {
      id: 'Delivery',
      event: 'Event',
      webhook: 'Webhook',
      state: 'State',
      attempts: 'Attempts',
      created: 'Queued',
      next: 'Next attempt',
      open: (id) => `Delivery ${id}`,
      none: 'No deliveries.',
    },
    events: EVENTS,
    allEvents: 'Every event, also those that do not exist yet',
  },
};
