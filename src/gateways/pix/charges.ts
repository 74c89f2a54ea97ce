import { DateTime } from 'luxon';
import { BANK_ZONE } from '../../banking/bank-day.ts';
import { dynamicPixPayload } from '../../banking/pix/br-code.ts';
import { parseDecimal } from '../../base/money/money.ts';
import {
  GatewayUnavailableError,
  type ChargeReference,
  type ChargeResult,
  type Merchant,
  type PaymentGateway,
} from '../payment-gateway.ts';
import { readCob, type Cob } from './bank-answers.ts';
import { canFallDue, cobBody, cobvBody } from './charge-body.ts';
import type { PixGatewayAccess } from './gateway-access.ts';
import { cancelDebit, queryDebit, registerDebit } from './debits.ts';
import { moneyOf } from './money-of.ts';
import { BankRefusal, type PixApi } from './pix-api.ts';
import { chargeReasonOf } from './reasons.ts';
import { txidOf } from './txid.ts';

/** A charge for a fixed amount, and one with a due date; the bank keeps them apart. */
export type CobKind = 'cob' | 'cobv';
const KINDS: readonly CobKind[] = ['cob', 'cobv'];

type ChargeMethods = Pick<PaymentGateway, 'registerCharge' | 'queryCharge' | 'cancelCharge'>;

/** Charges at a bank. The txid follows from the attempt: a `PUT` that is repeated makes the same charge once more. */
export function createCharges(access: PixGatewayAccess): ChargeMethods {
  const { api, mark, pixKey } = access;
  return {
    async registerCharge(request) {
      const { debit } = request;
      if (debit) return registerDebit(access, { ...request, debit });
      const kind: CobKind = canFallDue(request) ? 'cobv' : 'cob';
      const txid = txidOf(mark, request.attemptId);
      const body = kind === 'cobv' ? cobvBody(request, pixKey) : cobBody(request, pixKey);
      try {
        const made = await api.call('PUT', pathOf(kind, txid), body);
        return resultOf(kind, await complete(api, kind, readCob(made)), request.merchant);
      } catch (error) {
        if (!(error instanceof BankRefusal)) throw error;
        // A charge that was paid or removed meanwhile is not made again: its state is the answer.
        const known = await find(api, kind, txid);
        if (known) return resultOf(kind, known, request.merchant);
        const { type, properties } = error;
        const detail = [type, ...properties].join(' ').slice(0, 200);
        return { status: 'refused', chargeId: null, reason: chargeReasonOf(error), isFinal: true, detail };
      }
    },

    async queryCharge(charge) {
      if (charge.debit) return queryDebit(access, charge, charge.debit);
      const found = await lookUp(access, charge);
      return found && resultOf(found.kind, found.cob, charge.merchant);
    },

    async cancelCharge(charge) {
      if (charge.debit) return cancelDebit(access, charge, charge.debit);
      const found = await lookUp(access, charge);
      if (found?.cob.status !== 'ATIVA') return;
      const path = pathOf(found.kind, found.cob.txid);
      try {
        await api.call('PATCH', path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      } catch (error) {
        if (!(error instanceof BankRefusal)) throw error;
        const now = await find(api, found.kind, found.cob.txid);
        if (now?.status !== 'ATIVA') return;
        throw new GatewayUnavailableError(`The bank cannot remove a charge that is active (${error.type}).`);
      }
    },
  };
}

/** Some banks name the code only where the charge is read. */
async function complete(api: PixApi, kind: CobKind, cob: Cob): Promise<Cob> {
  if (cob.pixCopiaECola !== undefined || locationOf(cob) !== null) return cob;
  return (await find(api, kind, cob.txid)) ?? cob;
}

/** The charge of an attempt, whichever kind it was made as; null where the bank has none. */
async function lookUp(
  { api, mark }: PixGatewayAccess,
  { attemptId, chargeId }: ChargeReference,
): Promise<{ kind: CobKind; cob: Cob } | null> {
  const named = chargeId === null ? null : readChargeId(chargeId);
  for (const kind of named ? [named.kind] : KINDS) {
    const cob = await find(api, kind, named?.txid ?? txidOf(mark, attemptId));
    if (cob) return { kind, cob };
  }
  return null;
}

export async function find(api: PixApi, kind: CobKind, txid: string): Promise<Cob | null> {
  const answer = await api.call('GET', pathOf(kind, txid));
  return answer === null ? null : readCob(answer);
}

function pathOf(kind: CobKind, txid: string): string {
  return `/${kind}/${encodeURIComponent(txid)}`;
}

/** Our id of a charge at the bank: its kind and its txid, `cobv/f…`. */
export function chargeIdOf(kind: CobKind, txid: string): string {
  return `${kind}/${txid}`;
}

export function readChargeId(chargeId: string): { kind: CobKind; txid: string } | null {
  const match = /^(cobv?)\/(\w+)$/.exec(chargeId);
  return match ? { kind: match[1] as CobKind, txid: match[2]! } : null;
}

/** @param merchant for a bank that names the location alone */
function resultOf(kind: CobKind, cob: Cob, merchant: Merchant | undefined): ChargeResult {
  const chargeId = chargeIdOf(kind, cob.txid);
  switch (cob.status) {
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return { status: 'refused', chargeId, reason: 'canceled_at_gateway', isFinal: true };
    case 'ATIVA':
    case 'CONCLUIDA': {
      const [pix] = cob.pix ?? [];
      const artefacts = artefactsOf(kind, cob, merchant);
      return { status: 'registered', chargeId, artefacts, ...(pix ? { paid: moneyOf(pix) } : {}) };
    }
  }
}

function artefactsOf(kind: CobKind, cob: Cob, merchant: Merchant | undefined) {
  const qrCode = cob.pixCopiaECola ?? codeOf(cob, merchant);
  if (qrCode === null) throw new GatewayUnavailableError('The bank made a charge without a code.');
  const { dataDeVencimento: dueDate } = cob.calendario;
  const expiresAt = endOf(kind, cob).toISOString();
  return { method: 'pix' as const, qrCode, txid: cob.txid, expiresAt, ...(dueDate ? { dueDate } : {}) };
}

function locationOf({ location, loc }: Cob): string | null {
  return location ?? loc?.location ?? null;
}

/** The Central Bank asks a bank for the location, and not for the code that is made of it. */
function codeOf(cob: Cob, merchant: Merchant = { name: '', city: '' }): string | null {
  const url = locationOf(cob);
  if (url === null) return null;
  const { name: merchantName, city: merchantCity } = merchant;
  return dynamicPixPayload({ url, amountCents: parseDecimal(cob.valor.original), merchantName, merchantCity });
}

/** When a charge can no longer be paid. */
export function endOf(kind: CobKind, { calendario }: Cob): Date {
  const { criacao, expiracao = 86_400, dataDeVencimento, validadeAposVencimento = 30 } = calendario;
  if (kind === 'cob' || !dataDeVencimento) return new Date(Date.parse(criacao) + expiracao * 1000);
  const due = DateTime.fromISO(dataDeVencimento, { zone: BANK_ZONE });
  return due
    .plus({ days: validadeAposVencimento + 1 })
    .startOf('day')
    .toJSDate();
}
