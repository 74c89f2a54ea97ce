import type { MessageLanguage } from '../../accounts/companies/reminder-schedule.ts';
import type { NoticeKind } from '../../invoices/payer-message.entity.ts';

/** The platform's words for what a store has not put into words of its own. */
interface DefaultWords {
  subject: string;
  /** The text of an e-mail. Paragraphs are divided by empty lines. */
  text: string;
  /** The text of an SMS, or at WhatsApp. */
  short: string;
}

/** A reminder before, on and after the due date, and of an invoice that has none, and the other kinds of messages. */
export type Occasion = 'before' | 'on' | 'after' | 'undated' | NoticeKind;

/** The words around the text of an e-mail. */
interface MailWords {
  locale: string;
  /** The button below a text that asks for money, and below one that does not. */
  pay: string;
  see: string;
  /** Why the payer gets this mail. */
  because: (store: string) => string;
  unsubscribe: string;
}

export const DEFAULT_WORDS: Readonly<Record<MessageLanguage, Record<Occasion, DefaultWords>>> = {
  pt: {
    before: {
      subject: '{{store}}: sua cobrança de {{amount}} vence em {{due_date}}',
      text: 'Olá, {{first_name}}.\n\nA cobrança de {{amount}} de {{store}} ({{description}}) vence em {{due_date}}.\n\nSe você já pagou, desconsidere esta mensagem.',
      short: '{{store}}: sua cobrança de {{amount}} vence em {{due_date}}. Pague em {{link}}',
    },
    on: {
      subject: '{{store}}: sua cobrança de {{amount}} vence hoje',
      text: 'Olá, {{first_name}}.\n\nA cobrança de {{amount}} de {{store}} ({{description}}) vence hoje.\n\nSe você já pagou, desconsidere esta mensagem.',
      short: '{{store}}: sua cobrança de {{amount}} vence hoje. Pague em {{link}}',
    },
    after: {
      subject: '{{store}}: sua cobrança de {{amount}} está vencida',
      text: 'Olá, {{first_name}}.\n\nA cobrança de {{store}} ({{description}}) venceu em {{due_date}}. O valor atualizado é {{amount}}.\n\nSe você já pagou, desconsidere esta mensagem.',
      short: '{{store}}: sua cobrança venceu em {{due_date}}. Valor atualizado: {{amount}}. Pague em {{link}}',
    },
    undated: {
      subject: '{{store}}: sua cobrança de {{amount}} espera o pagamento',
      text: 'Olá, {{first_name}}.\n\nA cobrança de {{amount}} de {{store}} ({{description}}) espera o seu pagamento.\n\nSe você já pagou, desconsidere esta mensagem.',
      short: '{{store}}: sua cobrança de {{amount}} espera o pagamento. Pague em {{link}}',
    },
    receipt: {
      subject: '{{store}}: recebemos seu pagamento de {{amount}}',
      text: 'Olá, {{first_name}}.\n\nRecebemos o pagamento de {{amount}} por {{description}}. Obrigado!',
      short: '{{store}}: recebemos seu pagamento de {{amount}}. Obrigado!',
    },
    refund_notice: {
      subject: '{{store}}: devolvemos {{amount}}',
      text: 'Olá, {{first_name}}.\n\nDevolvemos {{amount}} do que você pagou por {{description}}. O dinheiro volta pela forma em que foi pago.',
      short: '{{store}}: devolvemos {{amount}} do que você pagou.',
    },
  },
  en: {
    before: {
      subject: '{{store}}: your invoice of {{amount}} is due on {{due_date}}',
      text: 'Hello {{first_name}},\n\nThe invoice of {{amount}} from {{store}} ({{description}}) is due on {{due_date}}.\n\nIf you have paid it already, ignore this message.',
      short: '{{store}}: your invoice of {{amount}} is due on {{due_date}}. Pay at {{link}}',
    },
    on: {
      subject: '{{store}}: your invoice of {{amount}} is due today',
      text: 'Hello {{first_name}},\n\nThe invoice of {{amount}} from {{store}} ({{description}}) is due today.\n\nIf you have paid it already, ignore this message.',
      short: '{{store}}: your invoice of {{amount}} is due today. Pay at {{link}}',
    },
    after: {
      subject: '{{store}}: your invoice of {{amount}} is overdue',
      text: 'Hello {{first_name}},\n\nThe invoice from {{store}} ({{description}}) was due on {{due_date}}. The amount is {{amount}} today.\n\nIf you have paid it already, ignore this message.',
      short: '{{store}}: your invoice was due on {{due_date}}. The amount is {{amount}} today. Pay at {{link}}',
    },
    undated: {
      subject: '{{store}}: your invoice of {{amount}} is waiting',
      text: 'Hello {{first_name}},\n\nThe invoice of {{amount}} from {{store}} ({{description}}) is waiting for your payment.\n\nIf you have paid it already, ignore this message.',
      short: '{{store}}: your invoice of {{amount}} is waiting for your payment. Pay at {{link}}',
    },
    receipt: {
      subject: '{{store}}: we have received your payment of {{amount}}',
      text: 'Hello {{first_name}},\n\nWe have received your payment of {{amount}} for {{description}}. Thank you!',
      short: '{{store}}: we have received your payment of {{amount}}. Thank you!',
    },
    refund_notice: {
      subject: '{{store}}: we have refunded {{amount}}',
      text: 'Hello {{first_name}},\n\nWe have refunded {{amount}} of your payment for {{description}}. The money goes back the way it came.',
      short: '{{store}}: we have refunded {{amount}} of your payment.',
    },
  },
  es: {
    before: {
      subject: '{{store}}: su cobro de {{amount}} vence el {{due_date}}',
      text: 'Hola, {{first_name}}:\n\nEl cobro de {{amount}} de {{store}} ({{description}}) vence el {{due_date}}.\n\nSi ya pagó, ignore este mensaje.',
      short: '{{store}}: su cobro de {{amount}} vence el {{due_date}}. Pague en {{link}}',
    },
    on: {
      subject: '{{store}}: su cobro de {{amount}} vence hoy',
      text: 'Hola, {{first_name}}:\n\nEl cobro de {{amount}} de {{store}} ({{description}}) vence hoy.\n\nSi ya pagó, ignore este mensaje.',
      short: '{{store}}: su cobro de {{amount}} vence hoy. Pague en {{link}}',
    },
    after: {
      subject: '{{store}}: su cobro de {{amount}} está vencido',
      text: 'Hola, {{first_name}}:\n\nEl cobro de {{store}} ({{description}}) venció el {{due_date}}. El importe actualizado es {{amount}}.\n\nSi ya pagó, ignore este mensaje.',
      short: '{{store}}: su cobro venció el {{due_date}}. Importe actualizado: {{amount}}. Pague en {{link}}',
    },
    undated: {
      subject: '{{store}}: su cobro de {{amount}} espera el pago',
      text: 'Hola, {{first_name}}:\n\nEl cobro de {{amount}} de {{store}} ({{description}}) espera su pago.\n\nSi ya pagó, ignore este mensaje.',
      short: '{{store}}: su cobro de {{amount}} espera el pago. Pague en {{link}}',
    },
    receipt: {
      subject: '{{store}}: recibimos su pago de {{amount}}',
      text: 'Hola, {{first_name}}:\n\nRecibimos el pago de {{amount}} por {{description}}. ¡Gracias!',
      short: '{{store}}: recibimos su pago de {{amount}}. ¡Gracias!',
    },
    refund_notice: {
      subject: '{{store}}: devolvimos {{amount}}',
      text: 'Hola, {{first_name}}:\n\nDevolvimos {{amount}} de lo que pagó por {{description}}. El dinero vuelve por la misma vía.',
      short: '{{store}}: devolvimos {{amount}} de su pago.',
    },
  },
};

export const MAIL_WORDS: Readonly<Record<MessageLanguage, MailWords>> = {
  pt: {
    locale: 'pt-BR',
    pay: 'Pagar agora',
    see: 'Ver a cobrança',
    because: (store) => `Você recebe este e-mail porque ${store} emitiu uma cobrança para você.`,
    unsubscribe: 'Não quero receber lembretes',
  },
  en: {
    locale: 'en-US',
    pay: 'Pay now',
    see: 'See the invoice',
    because: (store) => `You get this e-mail because ${store} has made out an invoice to you.`,
    unsubscribe: 'I do not want reminders',
  },
  es: {
    locale: 'es-AR',
    pay: 'Pagar ahora',
    see: 'Ver el cobro',
    because: (store) => `Recibe este correo porque ${store} emitió un cobro a su nombre.`,
    unsubscribe: 'No quiero recibir recordatorios',
  },
};
