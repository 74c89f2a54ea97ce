import type { CardEntryView, CheckoutState, CheckoutView } from '../../src/checkout/checkout-view.ts';

/** A view of a page as the database would give it, for tests of pages alone. */
export function checkoutView(fields: Partial<CheckoutView> = {}): CheckoutView {
  return {
    hash: 'abcdefghijklmnopqrstuvwx',
    store: { name: 'Padaria Estrela', brandColor: '#7a1fa2', logoVersion: '1' },
    receiver: { name: 'Padaria Estrela Ltda', document: null, email: null, phone: null, whatsapp: null },
    isSandbox: true,
    plays: null,
    status: 'pending',
    state: 'awaiting_payment',
    method: 'pix',
    methods: [],
    chargedBy: 'pix',
    description: 'Pedido 1042',
    items: [{ name: 'Pão de queijo', quantity: 2, unitPriceCents: 61_728, amountCents: 123_456 }],
    subtotalCents: 123_456,
    discountCents: 1_000,
    fineCents: 0,
    interestCents: 0,
    installmentInterestCents: 0,
    totalCents: 122_456,
    amountPaidCents: 0,
    amountCreditedCents: 0,
    amountRefundedCents: 0,
    amountDueCents: 122_456,
    overpaidCents: 0,
    dueDate: null,
    paidAt: null,
    renewal: null,
    period: null,
    pix: null,
    debitedOn: null,
    boleto: null,
    card: { maxInstallments: 1, installmentInterest: null, brand: null, last4: null, nextActionUrl: null, entry: null },
    refusalReason: null,
    returnUrl: null,
    timeZone: 'America/Sao_Paulo',
    dayEndsAt: null,
    now: new Date('2026-11-21T17:31:00Z'),
    version: 'v1',
    ...fields,
  };
}

const PIX = { qrCode: '00020126…6304ABCD', expiresAt: new Date('2026-11-22T17:30:00Z'), dueDate: null };
const BOLETO = {
  digitableLine: '99999.00009 00000.000000 00000.000018 1 10010000122456',
  barcode: '9'.repeat(44),
  dueDate: '2026-11-30',
  isDrawnElsewhere: false,
};
const CARD = {
  ...{ maxInstallments: 3, installmentInterest: null, brand: 'visa', last4: '4242' },
  ...{ nextActionUrl: null, entry: null },
  statementText: 'PADARIA* PAES',
};
export const PLAIN_FIELDS: CardEntryView = {
  tokeniser: '/checkout/assets/tokeniser-sandbox.js?v=0',
  options: {},
  hasOwnFields: false,
  brands: ['visa', 'mastercard', 'elo', 'amex'],
  origins: { scripts: [], frames: [], connections: [] },
};
export const OWN_FIELD: CardEntryView = {
  tokeniser: '/checkout/assets/tokeniser-other.js?v=0',
  options: { key: 'a "public" word' },
  hasOwnFields: true,
  brands: ['visa'],
  origins: {
    scripts: ['https://js.other.invalid'],
    frames: ['https://js.other.invalid'],
    connections: ['https://api.other.invalid'],
  },
};
const FORM = { ...CARD, brand: null, last4: null, entry: PLAIN_FIELDS };
const RENEWAL = {
  amountCents: 122_456,
  interval: 'month',
  intervalCount: 1,
  hasEnd: false,
  keepsCard: true,
  asksForDebits: false,
} as const;
const PERIOD = { from: '2026-11-21', to: '2026-12-20' };
const SETTLED = { amountPaidCents: 122_456, amountDueCents: 0, paidAt: new Date('2026-11-21T12:00:00Z') };

/** Each page there is, by name. A state that is missing here does not compile. */
export const VIEWS = {
  preparing: checkoutView({ state: 'preparing', status: 'open' }),
  awaiting_payment: checkoutView({ pix: PIX }),
  awaiting_boleto: checkoutView({ method: 'boleto', boleto: BOLETO, dueDate: '2026-11-30' }),
  overdue: checkoutView({ method: 'boleto', state: 'overdue', status: 'overdue', boleto: BOLETO, fineCents: 200 }),
  lapsed: checkoutView({ method: 'boleto', state: 'lapsed', status: 'overdue', dueDate: '2026-11-20', fineCents: 200 }),
  overdue_pix: checkoutView({
    state: 'overdue',
    status: 'overdue',
    pix: { ...PIX, dueDate: '2026-11-20' },
    fineCents: 200,
  }),
  lapsed_pix: checkoutView({ state: 'lapsed', status: 'overdue', dueDate: '2026-11-20', fineCents: 200 }),
  fresh_boleto: checkoutView({ method: 'boleto', status: 'overdue', boleto: BOLETO, dueDate: '2026-11-20' }),
  card_form: checkoutView({ method: 'card', state: 'card_form', status: 'open', card: FORM }),
  card_form_with_interest: checkoutView({
    method: 'card',
    state: 'card_form',
    status: 'open',
    card: { ...FORM, maxInstallments: 12, installmentInterest: { freeUpTo: 3, monthlyPpm: 24_900 } },
  }),
  card_form_that_saves: checkoutView({
    method: 'card',
    state: 'card_form',
    status: 'open',
    card: { ...FORM, asksToSave: true },
  }),
  card_form_of_gateway: checkoutView({
    method: 'card',
    state: 'card_form',
    status: 'open',
    card: { ...FORM, entry: OWN_FIELD },
  }),
  pix_of_choice: checkoutView({ pix: PIX, methods: ['pix', 'boleto', 'card'] }),
  card_of_choice: checkoutView({
    method: 'card',
    methods: ['pix', 'card'],
    state: 'card_form',
    card: FORM,
  }),
  card_refused: checkoutView({
    method: 'card',
    state: 'card_form',
    status: 'refused',
    refusalReason: 'insufficient_funds',
    card: FORM,
  }),
  card_of_subscription: checkoutView({
    method: 'card',
    state: 'card_form',
    renewal: RENEWAL,
    period: PERIOD,
    card: { ...FORM, maxInstallments: 1 },
  }),
  pix_of_subscription: checkoutView({ pix: PIX, renewal: { ...RENEWAL, keepsCard: false }, period: PERIOD }),
  pix_that_authorizes: checkoutView({
    pix: { ...PIX, authorizes: true },
    renewal: { ...RENEWAL, keepsCard: false, asksForDebits: true },
    period: PERIOD,
  }),
  debited: checkoutView({
    state: 'debited',
    debitedOn: '2026-12-21',
    renewal: { ...RENEWAL, keepsCard: false },
    period: PERIOD,
  }),
  processing: checkoutView({ method: 'card', state: 'processing', card: CARD }),
  second_step: checkoutView({
    method: 'card',
    state: 'second_step',
    card: { ...CARD, nextActionUrl: '/gateways/sandbox/challenges/abc' },
  }),
  refused: checkoutView({ state: 'refused', status: 'refused', refusalReason: 'declined_by_payer_bank' }),
  paid: checkoutView({
    method: 'card',
    state: 'paid',
    status: 'paid',
    card: CARD,
    ...SETTLED,
  }),
  refunded: checkoutView({ state: 'refunded', status: 'refunded', amountRefundedCents: 122_456, ...SETTLED }),
  expired: checkoutView({ state: 'expired', status: 'abandoned' }),
  canceled: checkoutView({ state: 'canceled', status: 'canceled' }),
  suspended: checkoutView({ state: 'suspended' }),
} satisfies Record<CheckoutState, CheckoutView> & Record<string, CheckoutView>;
