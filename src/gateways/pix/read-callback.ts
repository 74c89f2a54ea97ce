import { timingSafeEqual } from 'node:crypto';
import { parseDecimal } from '../../base/money/money.ts';
import { InvalidCallbackError, type GatewayEvent, type RawCallback } from '../payment-gateway.ts';
import { readCallbackBody, type Cobr, type Devolucao, type Pix, type Rec } from './bank-answers.ts';
import { debitId, debitOutcome } from './debits.ts';
import { stateOf } from './mandates.ts';
import { disputeOf } from './med.ts';
import { moneyOf } from './money-of.ts';
import { failureOf } from './reasons.ts';
import { attemptOf, refundOf, type OurMark } from './txid.ts';

/** A bank calls `<address>/pix`, `/rec` and `/cobr`: the Central Bank's document adds the last part. */
const PATH = /^([\w-]{43})(?:\/(?:pix|rec|cobr))?\/?$/;

/** Whether the path ends as ours do; the secret itself is looked at with the account. */
export function carriesProof({ path }: Pick<RawCallback, 'path'>): boolean {
  return PATH.test(path);
}

/**
 * The bank signs nothing: the secret in the address, which only the bank was told, is the proof.
 *
 * @throws InvalidCallbackError
 */
export function readCallback(
  { path, body }: RawCallback,
  { secret, mark }: { secret: string; mark: OurMark },
): GatewayEvent[] {
  const given = PATH.exec(path)?.[1] ?? '';
  if (!isSame(given, secret)) throw new InvalidCallbackError('The secret of the address is another.');
  const told = readCallbackBody(parse(body));
  if (!told) throw new InvalidCallbackError('The body is no list of Pix, recurrences or debits.');
  return [
    ...told.recs.flatMap((rec) => mandateEvent(rec) ?? []),
    ...told.cobsr.flatMap((cobr) => debitEvents(cobr, mark)),
    ...told.pix.flatMap((one) => eventsOf(one, mark)),
  ];
}

function mandateEvent(rec: Rec): GatewayEvent | null {
  const state = stateOf(rec, { qrCode: null, firstChargeQrCode: null });
  const { gatewayMandateId } = state;
  const about = { id: `rec ${gatewayMandateId} ${state.status}`, type: 'mandate' as const, gatewayMandateId };
  switch (state.status) {
    case 'pending':
      return null;
    case 'authorized':
      return { ...about, status: state.status };
    default:
      return { ...about, status: state.status, endedBy: state.endedBy, endReason: state.endReason };
  }
}

/** The money of a debit, and each try that failed. */
function debitEvents(cobr: Cobr, mark: OurMark): GatewayEvent[] {
  const { txid, status, tentativas = [], pix = [] } = cobr;
  const attemptId = attemptOf(mark, txid);
  if (attemptId === null) return [];
  const paid = pix.flatMap((one) => eventsOf({ ...one, txid }, mark));
  // The first try, and a debit that was never tried, are known by the charge alone.
  const days = [null, ...tentativas.slice(1).map(({ dataLiquidacao }) => dataLiquidacao)];
  const refused = days.flatMap((day): GatewayEvent[] => {
    const chargeId = debitId(txid, day);
    const outcome = debitOutcome(chargeId, cobr);
    if (outcome?.status !== 'refused') return [];
    const { reason } = outcome;
    return [{ id: `${chargeId} ${status}`, type: 'payment_refused', attemptId, chargeId, reason }];
  });
  return [...paid, ...refused];
}

/** The payment and the returns of a Pix. The content names no person: `infoPagador` and `pagador` are left out. */
export function eventsOf(pix: Pix, mark: OurMark): GatewayEvent[] {
  const attemptId = attemptOf(mark, pix.txid);
  const paid: GatewayEvent[] =
    attemptId === null ? [] : [{ id: `pix ${pix.endToEndId}`, type: 'payment_confirmed', attemptId, ...moneyOf(pix) }];
  const returned = (pix.devolucoes ?? []).flatMap((devolucao) => returnEvent(pix, devolucao, mark) ?? []);
  return [...paid, ...returned];
}

function returnEvent({ endToEndId: paymentId }: Pix, devolucao: Devolucao, mark: OurMark): GatewayEvent | null {
  const { id: gatewayRefundId, status, valor } = devolucao;
  const id = `return ${paymentId} ${gatewayRefundId} ${status}`;
  const dispute = disputeOf(paymentId, devolucao);
  if (dispute) return { id, type: 'dispute', ...dispute };
  if (status === 'EM_PROCESSAMENTO') return null;
  const hasFailed = status === 'NAO_REALIZADO';
  const refundId = refundOf(mark, gatewayRefundId);
  if (refundId !== null) {
    return hasFailed
      ? { id, type: 'refund_refused', refundId, reason: failureOf(devolucao) }
      : { id, type: 'refund_confirmed', refundId, gatewayRefundId };
  }
  return {
    ...{ id, type: 'refund_made_elsewhere', paymentId, gatewayRefundId },
    ...{ amountCents: parseDecimal(valor), failureReason: hasFailed ? failureOf(devolucao) : null },
  };
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
