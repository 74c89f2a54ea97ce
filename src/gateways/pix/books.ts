import { parseDecimal } from '../../base/money/money.ts';
import type { BookedCharge, BookedRefund, GatewayBooks, TimeSpan } from '../payment-gateway.ts';
import {
  readCobPage,
  readCobrPage,
  readPixPage,
  type Cob,
  type Cobr,
  type CobStatus,
  type Pix,
} from './bank-answers.ts';
import { chargeIdOf, endOf, find, readChargeId, type CobKind } from './charges.ts';
import type { PixGatewayAccess } from './gateway-access.ts';
import { moneyOf } from './money-of.ts';
import type { PixApi } from './pix-api.ts';
import { debitId, debitOutcome, findCobr, readDebitId } from './debits.ts';
import { listAll } from './list-all.ts';
import { disputeOf } from './med.ts';
import { failureOf } from './reasons.ts';
import { attemptOf, refundOf, type OurMark } from './txid.ts';

const DAY_MS = 86_400_000;
/** Charges that brought no money: those that may still be paid, and those that the bank took away. */
const UNPAID: readonly CobStatus[] = ['ATIVA', 'REMOVIDA_PELO_PSP'];
/** Debits that ended without money. */
const UNPAID_DEBITS: readonly Cobr['status'][] = ['REJEITADA', 'EXPIRADA', 'CANCELADA'];
/** A Pix can be returned for so long, and a list of Pix is by when they were received. */
const RETURNABLE_DAYS = 90;

/**
 * Reads the charges and Pix that a bank has on record. The bank's lists have no order that holds, so a comparison that
 * stopped reads them from their begin.
 */
export function createBooks({ api, mark, receiver }: PixGatewayAccess): GatewayBooks {
  return {
    // Money first: it may be for a charge of long before.
    async *charges(made) {
      for await (const pix of listPix(api, made, { txIdPresente: 'true' })) yield receivedCharge(pix, mark);
      for (const kind of ['cob', 'cobv'] as const) {
        for (const status of UNPAID) {
          const charges = listAll(api, { path: `/${kind}`, span: made, filter: { status }, readPage: readCobPage });
          for await (const cob of charges) yield bookedCharge(kind, cob, mark);
        }
      }
      if (receiver === null) return;
      for (const status of UNPAID_DEBITS) {
        const debits = listAll(api, { path: '/cobr', span: made, filter: { status }, readPage: readCobrPage });
        for await (const cobr of debits) yield bookedDebit(debitId(cobr.txid, null), cobr, mark);
      }
    },

    async charge(chargeId) {
      const debit = readDebitId(chargeId);
      const cobr = debit && (await findCobr(api, debit.txid));
      if (debit) return cobr && bookedDebit(chargeId, cobr, mark);
      const named = readChargeId(chargeId);
      const cob = named && (await find(api, named.kind, named.txid));
      return cob && bookedCharge(named.kind, cob, mark);
    },

    async *refunds({ since, until }) {
      for await (const pix of listReturned(api, { since, until })) {
        for (const refund of bookedRefunds(pix, mark)) yield refund;
      }
    },

    async *disputes({ since, until }) {
      for await (const { endToEndId, devolucoes = [] } of listReturned(api, { since, until })) {
        for (const devolucao of devolucoes) {
          const dispute = disputeOf(endToEndId, devolucao);
          if (dispute) yield dispute;
        }
      }
    },
  };
}

function listPix(api: PixApi, span: TimeSpan, filter: Record<string, string>): AsyncGenerator<Pix> {
  return listAll(api, { path: '/pix', span, filter, readPage: readPixPage });
}

/** Received lately, and with a return of any day. */
function listReturned(api: PixApi, { since, until }: TimeSpan): AsyncGenerator<Pix> {
  const received = { since: new Date(since.getTime() - RETURNABLE_DAYS * DAY_MS), until };
  return listPix(api, received, { devolucaoPresente: 'true' });
}

/** The charge that a Pix paid. Which kind it was the bank does not say here, and money counts whatever brought it. */
function receivedCharge(pix: Pix, mark: OurMark): BookedCharge {
  const { txid = '', valor } = pix;
  return {
    ...{ chargeId: null, attemptId: attemptOf(mark, txid), invoiceId: null, state: 'paid' as const },
    ...{ amountCents: parseDecimal(valor), isToldLate: false, paid: moneyOf(pix), reason: null },
  };
}

function bookedCharge(kind: CobKind, cob: Cob, mark: OurMark): BookedCharge {
  const [pix] = cob.pix ?? [];
  return {
    chargeId: chargeIdOf(kind, cob.txid),
    ...{ attemptId: attemptOf(mark, cob.txid), invoiceId: null, state: stateOf(kind, cob) },
    ...{ amountCents: amountOf(cob), isToldLate: false, paid: pix ? moneyOf(pix) : null, reason: null },
  };
}

/** A debit of a charge that is tried several times: its id says which one is meant. */
function bookedDebit(chargeId: string, cobr: Cobr, mark: OurMark): BookedCharge {
  const outcome = debitOutcome(chargeId, cobr);
  const [pix] = cobr.pix ?? [];
  const reason = outcome?.status === 'refused' ? outcome.reason : null;
  return {
    ...{ chargeId, attemptId: attemptOf(mark, cobr.txid), invoiceId: null },
    state: pix ? 'paid' : reason === null ? 'payable' : reason === 'canceled_at_gateway' ? 'canceled' : 'failed',
    ...{ amountCents: parseDecimal(cobr.valor?.original ?? '0.00'), isToldLate: false },
    ...{ paid: pix ? moneyOf(pix) : null, reason },
  };
}

function stateOf(kind: CobKind, cob: Cob): BookedCharge['state'] {
  switch (cob.status) {
    case 'CONCLUIDA':
      return 'paid';
    case 'ATIVA':
      return endOf(kind, cob) > new Date() ? 'payable' : 'expired';
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return 'canceled';
  }
}

/** As it was asked for on the day of its making: with the discount of that day. */
function amountOf({ valor: { original, desconto }, calendario: { criacao } }: Cob): number {
  const [discount] = desconto?.descontoDataFixa ?? [];
  const applies = discount !== undefined && discount.data >= criacao.slice(0, 10);
  return parseDecimal(original) - (applies ? parseDecimal(discount.valorPerc) : 0);
}

function bookedRefunds({ endToEndId: paymentId, devolucoes = [] }: Pix, mark: OurMark): BookedRefund[] {
  const refunds = devolucoes.filter((devolucao) => disputeOf(paymentId, devolucao) === null);
  return refunds.map((devolucao) => {
    const { id: gatewayRefundId, status, valor } = devolucao;
    const hasFailed = status === 'NAO_REALIZADO';
    return {
      ...{ gatewayRefundId, refundId: refundOf(mark, gatewayRefundId), paymentId },
      state: hasFailed ? 'failed' : status === 'DEVOLVIDO' ? 'succeeded' : 'pending',
      ...{ amountCents: parseDecimal(valor), reason: hasFailed ? failureOf(devolucao) : null },
    };
  });
}
