import { discountOf, type Adjustment, type Discount } from '../../banking/amounts.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { ChargeRequest, ChargeTerms, Payer } from '../payment-gateway.ts';

/** The bank's form of our terms: API Pix 2.9.0, `CobVValor`. */
const FIXED = 1;
const PERCENT = 2;
/** Interest in percent a calendar month, of which each day is a thirtieth. */
const PERCENT_A_MONTH = 3;
/** A discount of an amount until a day. */
const AMOUNT_UNTIL = 1;

const PPM_PER_HUNDREDTH = 100;
const DAYS_OF_MONTH = 30;
const MAX_TEXT = 140;
const MAX_NAME = 200;
const MIN_SECONDS = 1;

/** The body of `PUT /cob/{txid}`: a code for a fixed amount. */
export function cobBody(request: ChargeRequest, pixKey: string) {
  const { amountCents, payer, description, lifetimeSeconds, expiresAt, requestedAt } = request;
  const left = lifetimeSeconds ?? Math.ceil((Date.parse(expiresAt!) - Date.parse(requestedAt)) / 1000);
  const devedor = debtorOf(payer);
  return {
    calendario: { expiracao: Math.max(left, MIN_SECONDS) },
    ...(devedor ? { devedor } : {}),
    valor: { original: formatDecimal(amountCents) },
    chave: pixKey,
    solicitacaoPagador: description.slice(0, MAX_TEXT),
  };
}

/**
 * Whether a bank can register the charge with its due date, exactly as it was agreed. Else a code for a fixed amount
 * ends with the due date, and the payer asks for another.
 */
export function canFallDue({ late, dueDate, terms, payer }: ChargeRequest): boolean {
  if (!late || dueDate === null || payer.document === null) return false;
  const { fine, interest, discount } = terms;
  if (fine?.type === 'percentage' && !isHundredths(fine.ppm)) return false;
  return (!interest || interestOf(interest) !== null) && !endsAfter(discount, dueDate);
}

/** The body of `PUT /cobv/{txid}`: a charge with a due date, whose terms the payer's bank applies. */
export function cobvBody(request: ChargeRequest, pixKey: string) {
  const { terms, payer, description, dueDate, late } = request;
  const { original, desconto } = principalOf(terms);
  return {
    calendario: { dataDeVencimento: dueDate!, validadeAposVencimento: late!.days },
    devedor: { ...debtorOf(payer)!, ...addressOf(payer) },
    valor: {
      original: formatDecimal(original),
      ...(terms.fine ? { multa: fineOf(terms.fine) } : {}),
      ...(terms.interest ? { juros: interestOf(terms.interest)! } : {}),
      ...(desconto ? { desconto } : {}),
    },
    chave: pixKey,
    solicitacaoPagador: description.slice(0, MAX_TEXT),
  };
}

/** A discount without an end is no term: it is taken off at once. */
function principalOf({ subtotalCents, discount }: ChargeTerms) {
  if (!discount) return { original: subtotalCents, desconto: null };
  const cents = discountOf(subtotalCents, discount);
  if (discount.until === null) return { original: subtotalCents - cents, desconto: null };
  const descontoDataFixa = [{ data: discount.until, valorPerc: formatDecimal(cents) }];
  return { original: subtotalCents, desconto: { modalidade: AMOUNT_UNTIL, descontoDataFixa } };
}

function fineOf(fine: Adjustment) {
  return fine.type === 'fixed'
    ? { modalidade: FIXED, valorPerc: formatDecimal(fine.cents) }
    : { modalidade: PERCENT, valorPerc: percent(fine.ppm) };
}

/** Null for a percentage that a bank cannot be told exactly. */
export function interestOf(interest: Adjustment): { modalidade: number; valorPerc: string } | null {
  if (interest.type === 'fixed') return { modalidade: FIXED, valorPerc: formatDecimal(interest.cents) };
  if (isHundredths(interest.ppm)) return { modalidade: PERCENT, valorPerc: percent(interest.ppm) };
  const ofMonth = interest.ppm * DAYS_OF_MONTH;
  return isHundredths(ofMonth) ? { modalidade: PERCENT_A_MONTH, valorPerc: percent(ofMonth) } : null;
}

/** Whether a percentage has two decimals at most. */
export function isHundredths(ppm: number): boolean {
  return ppm % PPM_PER_HUNDREDTH === 0;
}

function percent(ppm: number): string {
  return formatDecimal(ppm / PPM_PER_HUNDREDTH);
}

/** A bank takes a payer's name only with the document. */
function debtorOf({ document, name }: Payer) {
  if (document === null) return null;
  const nome = name.slice(0, MAX_NAME);
  return document.length === 11 ? { cpf: document, nome } : { cnpj: document, nome };
}

function addressOf({ address }: Payer) {
  if (address?.country !== 'BR') return {};
  const { street, number, city, state, zip_code: cep } = address;
  return { logradouro: `${street}, ${number}`.slice(0, MAX_NAME), cidade: city.slice(0, MAX_NAME), uf: state, cep };
}

/** The latest day of a discount that a bank takes: none after the due date. */
export function endsAfter(discount: Discount | null, dueDate: string): boolean {
  const until = discount?.until ?? null;
  return until !== null && until > dueDate;
}
