import type { Happening } from '../../outbox/clocks/clock.schema.ts';
import { words, type AreaWords } from '../words.ts';

interface ClockWords extends AreaWords {
  title: string;
  about: string;
  shows: string;
  realTime: string;
  stands: string;
  advancesTo: (target: string) => string;
  done: (moments: string) => string;
  next: string;
  nothingNext: string;
  happenings: Record<Happening, string>;
  of: { invoice: string; subscription: string; delivery: string };
  advance: string;
  by: string;
  steps: Record<'P1D' | 'P7D' | 'P1M' | 'next', string>;
  to: string;
  toHint: string;
  advanceButton: string;
  stop: string;
  remove: string;
  removeText: string;
}

export const clockWords = words<ClockWords>({
  pt: {
    title: 'Relógio do sandbox',
    about:
      'Adiante o relógio para ver hoje o que aconteceria em dias ou meses: vencimentos, expirações, renovações, novas tentativas de cobrança e de webhooks. Cada coisa acontece na sua hora, em ordem. Depois do primeiro avanço o relógio fica parado até o próximo. A produção e as outras lojas não mudam.',
    shows: 'O relógio mostra',
    realTime: 'Anda com o tempo real.',
    stands: 'Parado até o próximo avanço.',
    advancesTo: (target) => `Avançando até ${target}.`,
    done: (moments) => `Momentos do último avanço: ${moments}`,
    next: 'O que acontece em seguida',
    nothingNext: 'Nada acontece por si só.',
    happenings: {
      pix_expired: 'o código Pix expira',
      due_date_passed: 'o boleto vence',
      boleto_expired: 'o boleto não pode mais ser pago',
      abandonment_elapsed: 'a cobrança conta como abandonada',
      reminder_due: 'o pagador recebe um lembrete',
      dispute_due: 'a loja tem de responder a uma disputa',
      start_cycle: 'a próxima cobrança é criada',
      settle_charge: 'o resultado de uma cobrança é registrado',
      retry_charge: 'uma nova tentativa de cobrança',
      end_trial: 'o período de teste termina',
      resume: 'a pausa termina',
      cancel: 'o cancelamento no fim do período',
      give_up: 'a assinatura termina por falta de pagamento',
      end: 'a assinatura termina',
      request_mandate: 'o pagador recebe o pedido de autorização',
      settle_mandate: 'o resultado da autorização é registrado',
      cancel_mandate: 'o banco é avisado do cancelamento da autorização',
      ask_debit: 'o banco diz o resultado de um débito automático',
      webhook_attempt: 'nova tentativa de entrega',
    },
    of: { invoice: 'Cobrança', subscription: 'Assinatura', delivery: 'Entrega' },
    advance: 'Adiantar',
    by: 'Quanto',
    steps: { P1D: 'Um dia', P7D: 'Uma semana', P1M: 'Um mês', next: 'Até o próximo acontecimento' },
    to: 'Até um momento',
    toHint: 'No horário da loja. Vale no lugar do campo acima.',
    advanceButton: 'Adiantar o relógio',
    stop: 'Parar no próximo momento',
    remove: 'Voltar ao tempo real',
    removeText:
      'Só é possível quando nada que está aberto aconteceu à frente do tempo real, e nada vence entre o relógio e agora.',
    problems: {
      clock_advancing: 'O relógio já está avançando. Espere chegar, ou pare-o.',
      clock_ahead: 'Há algo em aberto que aconteceu à frente do tempo real: encerre-o ou siga com o relógio.',
      clock_behind: 'Algo vence entre o relógio e o tempo real: adiante o relógio até agora antes.',
      gateway_not_simulated: 'Este sandbox usa um gateway próprio em modo de teste, que tem o seu próprio tempo.',
      nothing_next: 'Nada acontece por si só: não há até onde adiantar.',
      not_ahead: 'Escolha um momento à frente do relógio.',
      too_far: 'O relógio vai até dez anos à frente.',
    },
    acts: {
      advanceClock: { done: 'O relógio está avançando.', log: 'Adiantou o relógio do sandbox' },
      stopClock: { done: 'O relógio para no próximo momento.', log: 'Parou o relógio do sandbox' },
      removeClock: { done: 'O sandbox segue o tempo real.', log: 'Devolveu o tempo real ao sandbox' },
    },
  },
  en: {
    title: "The sandbox's clock",
    about:
      'Advance the clock to see today what days or months would bring: due dates, expiries, renewals, further attempts to charge and to deliver. Each thing happens at its own moment, in order. After its first advance the clock stands until the next one. Production and other stores stay as they are.',
    shows: 'The clock shows',
    realTime: 'It follows real time.',
    stands: 'It stands until the next advance.',
    advancesTo: (target) => `It advances to ${target}.`,
    done: (moments) => `Moments of the last advance: ${moments}`,
    next: 'The next thing that happens',
    nothingNext: 'Nothing happens by itself.',
    happenings: {
      pix_expired: 'its Pix code expires',
      due_date_passed: 'its due date passes',
      boleto_expired: 'its boleto can no longer be paid',
      abandonment_elapsed: 'it counts as abandoned',
      reminder_due: 'the payer is reminded',
      dispute_due: 'the store has to answer a dispute',
      start_cycle: 'its next invoice is made',
      settle_charge: 'the outcome of a charge is noted',
      retry_charge: 'an unpaid charge is tried again',
      end_trial: 'its trial ends',
      resume: 'its pause ends',
      cancel: 'it is canceled at the end of its period',
      give_up: 'it is given up as unpaid',
      end: 'it ends',
      request_mandate: 'its payer is asked to authorize debits',
      settle_mandate: 'the news of its authorization is noted',
      cancel_mandate: 'the bank is told that its authorization is canceled',
      ask_debit: 'the bank says what became of its debit',
      webhook_attempt: 'it is tried again',
    },
    of: { invoice: 'Invoice', subscription: 'Subscription', delivery: 'Delivery' },
    advance: 'Advance',
    by: 'By',
    steps: { P1D: 'A day', P7D: 'A week', P1M: 'A month', next: 'To the next thing that happens' },
    to: 'To a moment',
    toHint: "In the store's time zone. It counts in place of the field above.",
    advanceButton: 'Advance the clock',
    stop: 'Stop at the next moment',
    remove: 'Return to real time',
    removeText:
      'Possible where nothing is open that happened ahead of real time, and nothing is due between the clock and now.',
    problems: {
      clock_advancing: 'The clock advances already. Wait until it is there, or stop it.',
      clock_ahead: 'Something is open that happened ahead of real time: end it, or go on with the clock.',
      clock_behind: 'Something is due between the clock and real time: advance the clock to now first.',
      gateway_not_simulated: 'This sandbox uses a gateway of its own in test mode, which has its own time.',
      nothing_next: 'Nothing happens by itself: there is no moment to advance to.',
      not_ahead: 'Choose a moment that lies ahead of the clock.',
      too_far: 'The clock goes ten years ahead at most.',
    },
    acts: {
      advanceClock: { done: 'The clock advances.', log: "Advanced the sandbox's clock" },
      stopClock: { done: 'The clock stops at its next moment.', log: "Stopped the sandbox's clock" },
      removeClock: { done: 'The sandbox has real time.', log: 'Gave the sandbox real time back' },
    },
  },
});
