import { formatDecimal } from '../../base/money/money.ts';
import type { Debit } from '../mandate.ts';
import {
  GatewayUnavailableError,
  type ChargeReference,
  type ChargeRequest,
  type ChargeResult,
} from '../payment-gateway.ts';
import { readCobr, type Cobr, type TryStatus } from './bank-answers.ts';
import type { PixGatewayAccess } from './gateway-access.ts';
import { moneyOf } from './money-of.ts';
import { BankRefusal, type PixApi } from './pix-api.ts';
import { chargeReasonOf, debitReasonOf } from './reasons.ts';
import { txidOf } from './txid.ts';

const MAX_TEXT = 140;
/** A debit cannot be canceled on its day: the bank is asked again when the day is over. */
const CANCEL_AGAIN_SECONDS = 3_600;

/** A try of a bank's that ended without money. */
const FAILED: readonly TryStatus[] = ['REJEITADA', 'EXPIRADA', 'CANCELADA'];

/**
 * Debits by a mandate (`cobr`). A debit that failed is tried again as the same charge, on another day: its id names the
 * day, `cobr/<txid>/<YYYY-MM-DD>`, and that of the first try names none.
 */
export async function registerDebit(access: PixGatewayAccess, request: ChargeRequest & { debit: Debit }) {
  const { api } = access;
  const { debit } = request;
  const chargeId = debitIdOf(access, request.attemptId, debit);
  const { txid, day } = readDebitId(chargeId)!;
  try {
    await (day === null
      ? api.call('PUT', pathOf(txid), debitBody(access, request))
      : api.call('POST', `${pathOf(txid)}/retentativa/${day}`));
  } catch (error) {
    if (!(error instanceof BankRefusal)) throw error;
    // The bank has it already, or has ended it meanwhile: its state is the answer.
    const known = await queryDebit(access, request, debit);
    if (known) return known;
    const detail = [error.type, ...error.properties].join(' ').slice(0, 200);
    return {
      status: 'refused' as const,
      chargeId: null,
      reason: chargeReasonOf(error),
      isFinal: true as const,
      detail,
    };
  }
  const made = await queryDebit(access, request, debit);
  if (!made) throw new GatewayUnavailableError('The bank does not show the debit that it made.');
  return made;
}

export async function queryDebit(
  access: PixGatewayAccess,
  { attemptId, chargeId }: Pick<ChargeReference, 'attemptId'> & { chargeId?: string | null },
  debit: Debit,
): Promise<ChargeResult | null> {
  const id = chargeId ?? debitIdOf(access, attemptId, debit);
  const { txid } = readDebitId(id)!;
  const cobr = await findCobr(access.api, txid);
  const outcome = cobr && debitOutcome(id, cobr);
  if (!outcome || outcome.status === 'refused') return outcome && { ...outcome, chargeId: id, isFinal: true };
  const artefacts = { method: 'pix_automatic' as const, txid, settlesOn: debit.settlesOn };
  return { status: 'registered', chargeId: id, artefacts, ...(outcome.paid && { paid: outcome.paid }) };
}

/** @throws GatewayUnavailableError on the day of the debit, when no bank cancels it */
export async function cancelDebit(access: PixGatewayAccess, { attemptId, chargeId }: ChargeReference, debit: Debit) {
  const id = chargeId ?? debitIdOf(access, attemptId, debit);
  const { txid } = readDebitId(id)!;
  const isOpen = async (): Promise<boolean> => {
    const cobr = await findCobr(access.api, txid);
    const outcome = cobr && debitOutcome(id, cobr);
    return outcome?.status === 'registered' && !outcome.paid;
  };
  if (!(await isOpen())) return;
  try {
    await access.api.call('PATCH', pathOf(txid), { status: 'CANCELADA' });
  } catch (error) {
    if (!(error instanceof BankRefusal)) throw error;
    if (!(await isOpen())) return;
    const when = { retryAfterSeconds: CANCEL_AGAIN_SECONDS };
    throw new GatewayUnavailableError(`The bank does not cancel a debit on its day (${error.type}).`, when);
  }
}

type DebitOutcome =
  { status: 'registered'; paid: ReturnType<typeof moneyOf> | null } | { status: 'refused'; reason: string };

/** The outcome of a try; null for one that the bank was not asked for. */
export function debitOutcome(chargeId: string, cobr: Cobr): DebitOutcome | null {
  const day = readDebitId(chargeId)?.day ?? null;
  const tries = cobr.tentativas ?? [];
  const ours = day === null ? tries[0] : tries.findLast(({ dataLiquidacao }) => dataLiquidacao === day);
  const [pix] = cobr.pix ?? [];
  if (cobr.status === 'CONCLUIDA' && pix) return { status: 'registered', paid: moneyOf(pix) };
  if (cobr.status === 'CANCELADA') return { status: 'refused', reason: 'canceled_at_gateway' };
  if (day !== null && !ours) return null;
  const hasFailed = ours && FAILED.includes(ours.status);
  if (hasFailed || cobr.status === 'REJEITADA' || cobr.status === 'EXPIRADA') {
    return { status: 'refused', reason: debitReasonOf(ours?.rejeicao?.codigo ?? cobr.encerramento?.rejeicao?.codigo) };
  }
  return { status: 'registered', paid: null };
}

export async function findCobr(api: PixApi, txid: string): Promise<Cobr | null> {
  const answer = await api.call('GET', pathOf(txid));
  return answer === null ? null : readCobr(answer);
}

/** @param day of a later try, `YYYY-MM-DD`; null for the first */
export function debitId(txid: string, day: string | null): string {
  return day === null ? `cobr/${txid}` : `cobr/${txid}/${day}`;
}

/** Reads what {@link debitId} wrote; null for the id of another kind of charge. */
export function readDebitId(chargeId: string): { txid: string; day: string | null } | null {
  const match = /^cobr\/(\w+)(?:\/(\d{4}-\d{2}-\d{2}))?$/.exec(chargeId);
  return match ? { txid: match[1]!, day: match[2] ?? null } : null;
}

function debitIdOf({ mark }: PixGatewayAccess, attemptId: number, { retriesAttemptId, settlesOn }: Debit): string {
  return retriesAttemptId === null
    ? debitId(txidOf(mark, attemptId), null)
    : debitId(txidOf(mark, retriesAttemptId), settlesOn);
}

function pathOf(txid: string): string {
  return `/cobr/${encodeURIComponent(txid)}`;
}

/** The body of `PUT /cobr/{txid}`. */
function debitBody(
  { receiver }: PixGatewayAccess,
  { debit, amountCents, description }: ChargeRequest & { debit: Debit },
) {
  return {
    idRec: debit.gatewayMandateId,
    infoAdicional: description.slice(0, MAX_TEXT),
    calendario: { dataDeVencimento: debit.settlesOn },
    valor: { original: formatDecimal(amountCents) },
    // The day is a business day already.
    ajusteDiaUtil: true,
    recebedor: receiver!,
  };
}
