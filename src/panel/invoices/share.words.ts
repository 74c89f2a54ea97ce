import { words } from '../words.ts';

interface ShareMessage {
  store: string;
  /** Null: a customer who was erased. */
  name: string | null;
  amount: string;
  dueDate: string | null;
  url: string;
}

export const shareWords = words({
  pt: {
    share: 'Compartilhar',
    title: (id: number) => `Compartilhar a cobrança ${id}`,
    text: (amount: string) => `${amount} a pagar. Envie o endereço ao pagador, ou mostre o código.`,
    with: (customer: string) => `Cliente: ${customer}`,
    over: 'Esta cobrança já terminou: ninguém mais paga neste endereço.',
    address: 'Endereço da página de pagamento',
    qrAlt: 'QR Code do endereço da página de pagamento',
    qrHint: 'Quem aponta a câmera abre a página de pagamento. Não é um código Pix.',
    whatsapp: 'Enviar por WhatsApp',
    mail: 'Enviar por e-mail',
    open: 'Abrir a página de pagamento',
    toInvoice: (id: number) => `Ver a cobrança ${id}`,
    another: 'Criar outra cobrança',
    subject: (store: string) => `Cobrança de ${store}`,
    message: ({ store, name, amount, dueDate, url }: ShareMessage) =>
      `Olá${name === null ? '' : `, ${name}`}! Aqui está a cobrança de ${store}, de ${amount}${
        dueDate === null ? '' : `, com vencimento em ${dueDate}`
      }: ${url}`,
    acts: {},
  },
  en: {
    share: 'Share',
    title: (id: number) => `Share invoice ${id}`,
    text: (amount: string) => `${amount} to be paid. Send the address to the payer, or show the code.`,
    with: (customer: string) => `Customer: ${customer}`,
    over: 'This invoice is over: nobody pays at this address any more.',
    address: 'Address of the checkout',
    qrAlt: 'QR code of the address of the checkout',
    qrHint: 'A camera that reads it opens the checkout. It is no Pix code.',
    whatsapp: 'Send by WhatsApp',
    mail: 'Send by e-mail',
    open: 'Open the checkout',
    toInvoice: (id: number) => `See invoice ${id}`,
    another: 'Create another invoice',
    subject: (store: string) => `Invoice of ${store}`,
    message: ({ store, name, amount, dueDate, url }: ShareMessage) =>
      `Hello${name === null ? '' : `, ${name}`}! Here is the invoice of ${store}, of ${amount}${
        dueDate === null ? '' : `, due on ${dueDate}`
      }: ${url}`,
    acts: {},
  },
});
