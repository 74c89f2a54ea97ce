/** The words of the forms of a subscription. */
export interface FormWords {
  title: string;
  editTitle: (id: number) => string;
  back: (id: number) => string;
  create: string;
  who: string;
  customer: string;
  customerHint: string;
  lines: string;
  linesHint: string;
  pricesHint: string;
  reprice: string;
  tooManyLines: (count: number) => string;
  product: (number: number) => string;
  addLine: string;
  quantity: (number: number) => string;
  payment: string;
  method: string;
  cardToken: string;
  cardTokenHint: string;
  newCardHint: string;
  testTokens: string;
  tokens: Record<'tok_approved' | 'tok_refused' | 'tok_insufficient_funds' | 'tok_expired_card', string>;
  savedCard: string;
  savedCardHint: string;
  noSavedCard: string;
  coupon: string;
  couponHint: string;
  removeCard: string;
  daysBeforeDue: string;
  daysBeforeDueHint: string;
  ofStore: (days: string) => string;
  rhythm: string;
  rhythmHint: string;
  count: string;
  interval: string;
  intervals: Record<'week' | 'month' | 'year', string>;
  weekday: string;
  weekdayHint: string;
  weekdayOfStart: string;
  weekdayOfNext: string;
  monthDay: string;
  monthDayHint: string;
  monthDayOfStart: string;
  begin: string;
  startDate: string;
  startDateHint: string;
  trialDays: string;
  trialDaysHint: string;
  end: string;
  endHint: string;
  cycles: string;
  endDate: string;
  labels: string;
  labelsHint: string;
  description: string;
  descriptionHint: string;
  reference: string;
  referenceHint: string;
  metadata: string;
  metadataHint: string;
  terms: string;
  termsHint: string;
  over: string;
  outline: string;
  outlineEmpty: string;
  withoutScript: string;
  madeAt: (moment: string) => string;
  madeNow: string;
}

export const portugueseForm: FormWords = {
  title: 'Nova assinatura',
  editTitle: (id) => `Alterar a assinatura ${id}`,
  back: (id) => `Assinatura ${id}`,
  create: 'Criar assinatura',
  who: 'Cliente',
  customer: 'Cliente',
  customerHint: 'Digite o nome, o e-mail, o CPF ou o CNPJ, e escolha da lista.',
  lines: 'O que é cobrado',
  linesHint: 'Digite o nome do produto e escolha da lista. Cada cobrança tem estes itens, com os preços de hoje.',
  pricesHint: 'Quem muda um item leva todos eles aos preços de hoje; sem mudança, ficam os preços combinados.',
  reprice: 'Levar todos os itens aos preços de hoje',
  tooManyLines: (count) => `Esta assinatura tem ${count} itens: mais de vinte só são alterados pela API.`,
  product: (number) => `Produto ${number}`,
  addLine: '+ Item',
  quantity: (number) => `Qtd. ${number}`,
  payment: 'Pagamento',
  method: 'Forma de pagamento',
  cardToken: 'Token do cartão',
  cardTokenHint:
    'O token que o gateway dá ao cartão (tok_…, pm_…). Nunca digite aqui um número de cartão. Em branco: o cliente informa o cartão na página de pagamento da primeira cobrança, e ele fica guardado para as próximas.',
  newCardHint:
    'O token que o gateway dá ao cartão (tok_…, pm_…), que substitui o cartão guardado. Nunca digite aqui um número de cartão. Em branco: fica como está.',
  testTokens: 'Cartões de teste do sandbox:',
  tokens: {
    tok_approved: 'aprovado',
    tok_refused: 'recusado',
    tok_insufficient_funds: 'sem limite',
    tok_expired_card: 'vencido',
  },
  savedCard: 'Cartão salvo do cliente',
  savedCardHint: 'Um token informado abaixo toma o lugar dele.',
  noSavedCard: 'Nenhum',
  coupon: 'Código de um cupom',
  couponHint: 'Vale a partir da próxima cobrança.',
  removeCard: 'Remover o cartão guardado',
  daysBeforeDue: 'Dias antes do vencimento em que a cobrança é criada',
  daysBeforeDueHint: 'Para Pix e boleto. O cartão é cobrado no próprio dia.',
  ofStore: (days) => `Em branco: como nas configurações da loja (${days}).`,
  rhythm: 'Periodicidade',
  rhythmHint:
    'Com outra periodicidade, a próxima cobrança vence no dia previsto, ou no primeiro depois dele que o novo dia indica.',
  count: 'A cada',
  interval: 'Unidade',
  intervals: { week: 'semana(s)', month: 'mês (meses)', year: 'ano(s)' },
  weekday: 'Dia da semana',
  weekdayHint: 'Para assinaturas semanais.',
  weekdayOfStart: 'O do início',
  weekdayOfNext: 'O do próximo vencimento',
  monthDay: 'Dia do mês',
  monthDayHint: 'De 1 a 31; nos meses mais curtos, vale o último dia.',
  monthDayOfStart: 'Em branco: o dia do início.',
  begin: 'Início',
  startDate: 'Data de início',
  startDateHint: 'Em branco: hoje.',
  trialDays: 'Dias de teste',
  trialDaysHint: 'Dias grátis a partir do início.',
  end: 'Fim',
  endHint: 'Preencha um dos dois, ou nenhum: sem fim, ela continua até ser cancelada.',
  cycles: 'Número de cobranças',
  endDate: 'Última data de vencimento',
  labels: 'Identificação',
  labelsHint: 'A descrição vale para as próximas cobranças.',
  description: 'Descrição',
  descriptionHint: 'Aparece em cada cobrança. Opcional.',
  reference: 'Referência externa',
  referenceHint: 'O código desta assinatura no seu sistema. Opcional.',
  metadata: 'Metadados',
  metadataHint: 'Um por linha: nome = valor. Opcional.',
  terms: 'Condições',
  termsHint: 'Valem a partir da próxima cobrança; as que já existem ficam como estão.',
  over: 'Esta assinatura terminou: só a identificação ainda pode ser alterada.',
  outline: 'As próximas cobranças',
  outlineEmpty: 'Acrescente um item para ver as cobranças.',
  withoutScript: 'Sem JavaScript, as cobranças aparecem depois de criada a assinatura.',
  madeAt: (moment) => `criada ${moment}`,
  madeNow: 'agora',
};

export const englishForm: FormWords = {
  title: 'New subscription',
  editTitle: (id) => `Change subscription ${id}`,
  back: (id) => `Subscription ${id}`,
  create: 'Create subscription',
  who: 'Customer',
  customer: 'Customer',
  customerHint: 'Type a name, an e-mail address, a CPF or a CNPJ, and choose from the list.',
  lines: 'What is charged',
  linesHint: "Type the name of a product and choose from the list. Each invoice has these lines, at today's prices.",
  pricesHint: "Changing a line takes all of them to today's prices; without a change the agreed ones stay.",
  reprice: "Take all lines to today's prices",
  tooManyLines: (count) => `This subscription has ${count} lines: more than twenty are changed through the API alone.`,
  product: (number) => `Product ${number}`,
  addLine: '+ Item',
  quantity: (number) => `Qty ${number}`,
  payment: 'Payment',
  method: 'Payment method',
  cardToken: 'Token of the card',
  cardTokenHint:
    "The gateway's token of the card (tok_…, pm_…). Never type a card number here. Empty: the customer submits a card at the checkout of the first invoice, and it is kept for the next.",
  newCardHint:
    "The gateway's token of the card (tok_…, pm_…), which takes the place of the one on file. Never type a card number here. Empty: it stays as it is.",
  testTokens: 'Test cards of the sandbox:',
  tokens: {
    tok_approved: 'approved',
    tok_refused: 'refused',
    tok_insufficient_funds: 'without funds',
    tok_expired_card: 'expired',
  },
  savedCard: 'Saved card of the customer',
  savedCardHint: 'A token that is given below takes its place.',
  noSavedCard: 'None',
  coupon: 'Code of a coupon',
  couponHint: 'From the next charge on.',
  removeCard: 'Remove the card on file',
  daysBeforeDue: 'Days before it is due on which an invoice is made',
  daysBeforeDueHint: 'For Pix and boleto. A card is charged on the day itself.',
  ofStore: (days) => `Empty: as in the settings of the store (${days}).`,
  rhythm: 'Rhythm',
  rhythmHint:
    'With another rhythm the next charge is due on the day it was, or on the first one after it that the new day names.',
  count: 'Every',
  interval: 'Unit',
  intervals: { week: 'week(s)', month: 'month(s)', year: 'year(s)' },
  weekday: 'Day of the week',
  weekdayHint: 'For weekly subscriptions.',
  weekdayOfStart: 'That of the start',
  weekdayOfNext: 'That of the next due date',
  monthDay: 'Day of the month',
  monthDayHint: 'From 1 to 31; in months that are shorter, the last day.',
  monthDayOfStart: 'Empty: the day of the start.',
  begin: 'Start',
  startDate: 'Start date',
  startDateHint: 'Empty: today.',
  trialDays: 'Trial days',
  trialDaysHint: 'Days from the start that cost nothing.',
  end: 'End',
  endHint: 'Fill in one of the two, or neither: without an end it goes on until it is canceled.',
  cycles: 'Number of charges',
  endDate: 'Last due date',
  labels: 'Labels',
  labelsHint: 'The description holds from the next invoice on.',
  description: 'Description',
  descriptionHint: 'On each invoice. Optional.',
  reference: 'External reference',
  referenceHint: 'What your system calls this subscription. Optional.',
  metadata: 'Metadata',
  metadataHint: 'One a line: name = value. Optional.',
  terms: 'Terms',
  termsHint: 'They hold from the next invoice on; those that exist stay as they are.',
  over: 'This subscription is over: only its labels can still change.',
  outline: 'The next charges',
  outlineEmpty: 'Add a line to see the charges.',
  withoutScript: 'Without JavaScript, the charges are shown once the subscription is made.',
  madeAt: (moment) => `made ${moment}`,
  madeNow: 'now',
};
