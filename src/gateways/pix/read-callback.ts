import { timingSafeEqual } from 'node:crypto';
import { parseDecimal } from '../../base/money/money.ts';
import { InvalidCallbackError, type GatewayEvent, type RawCallback } from '../payment-gateway.ts';
import { readCallbackBody, type Devolucao, type Pix } from './bank-answers.ts';
import { moneyOf } from './charges.ts';
import { failureOf } from './reasons.ts';
import { attemptOf, refundOf, type OurMark } from './txid.ts';

/** A bank calls `<address>/pix`: the Central Bank's document adds the last part. */
const PATH = /^([\w-]{43})(?:\/pix)?\/?$/;

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
  const pix = readCallbackBody(parse(body));
  if (!pix) throw new InvalidCallbackError('The body is no list of Pix.');
  return pix.flatMap((one) => eventsOf(one, mark));
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
  const { id: gatewayRefundId, status, valor, natureza = 'ORIGINAL' } = devolucao;
  if (status === 'EM_PROCESSAMENTO') return null;
  const id = `return ${paymentId} ${gatewayRefundId} ${status}`;
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
    ...(natureza === 'ORIGINAL' ? {} : { nature: natureza }),
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
