import type { MandateFrequency, MandateGateway, MandateReference, MandateRequest, MandateState } from '../mandate.ts';
import { GatewayUnavailableError } from '../payment-gateway.ts';
import type { Payer } from '../payer.ts';
import { readLocation, readRec, readRecPage, type Rec } from './bank-answers.ts';
import { readChargeId } from './charges.ts';
import type { PixGatewayAccess } from './gateway-access.ts';
import { listAll } from './list-all.ts';
import { BankRefusal } from './pix-api.ts';
import { contractOf } from './txid.ts';

const MAX_NAME = 140;
const MAX_OBJECT = 35;
/** A request to a payer's bank that is under way, or was accepted. */
const ASKED = ['CRIADA', 'ENVIADA', 'RECEBIDA', 'ACEITA'];

const PERIODICIDADE: Readonly<Record<MandateFrequency, string>> = {
  week: 'SEMANAL',
  month: 'MENSAL',
  quarter: 'TRIMESTRAL',
  half_year: 'SEMESTRAL',
  year: 'ANUAL',
};

/**
 * Mandates at a bank: the recurrences (`rec`) of Pix Automático. The bank gives each its id, and takes any number: the
 * contract's number, which follows from the mandate, says whether one was made already.
 */
export function createMandates({ api, mark }: PixGatewayAccess): MandateGateway {
  const find = async (mandate: MandateReference): Promise<Rec | null> => {
    const { mandateId, gatewayMandateId, madeWithin: span } = mandate;
    if (gatewayMandateId !== null) return readOne(gatewayMandateId);
    const contract = contractOf(mark, mandateId);
    for await (const rec of listAll(api, { path: '/rec', span, filter: {}, readPage: readRecPage })) {
      if (rec.vinculo?.contrato === contract) return rec;
    }
    return null;
  };
  const readOne = async (idRec: string, txid?: string): Promise<Rec | null> => {
    const answer = await api.call('GET', `/rec/${encodeURIComponent(idRec)}${txid ? `?txid=${txid}` : ''}`);
    return answer === null ? null : readRec(answer);
  };

  const make = async (request: MandateRequest): Promise<Rec | MandateState> => {
    const { journey, firstCharge } = request;
    const loc = journey === 'bank_request' ? null : readLocation(await api.call('POST', '/locrec'));
    const first = firstCharge && readChargeId(firstCharge.chargeId);
    const body = {
      ...recBody(request, contractOf(mark, request.mandateId)),
      ...(loc === null ? {} : { loc }),
      // A charge with a due date authorises by its code alone: journey 4.
      ...(first?.kind === 'cob' ? { ativacao: { dadosJornada: { txid: first.txid } } } : {}),
    };
    try {
      return readRec(await api.call('POST', '/rec', body));
    } catch (error) {
      if (!(error instanceof BankRefusal)) throw error;
      const endReason = [error.type, ...error.properties].join(' ').slice(0, 200);
      const nothing = { gatewayMandateId: null, qrCode: null, firstChargeQrCode: null };
      return { ...nothing, status: 'rejected', endedBy: 'bank', endReason };
    }
  };

  return {
    async request(request) {
      const rec = (await find(request)) ?? (await make(request));
      if (!('idRec' in rec)) return rec;
      if (request.journey === 'bank_request') {
        await askBank(request, rec);
        return stateOf(rec, { qrCode: null, firstChargeQrCode: null });
      }
      const alone = await readOne(rec.idRec);
      const txid = request.firstCharge && readChargeId(request.firstCharge.chargeId)?.txid;
      const both = txid ? await readOne(rec.idRec, txid) : null;
      const qrCode = alone?.dadosQR?.pixCopiaECola ?? null;
      const firstChargeQrCode = both?.dadosQR?.pixCopiaECola ?? null;
      if (!alone || (qrCode === null && firstChargeQrCode === null)) {
        throw new GatewayUnavailableError('The bank made a recurrence without a code.');
      }
      return stateOf(alone, { qrCode, firstChargeQrCode });
    },

    async query(gatewayMandateId) {
      const rec = await readOne(gatewayMandateId);
      return rec && stateOf(rec, { qrCode: null, firstChargeQrCode: null });
    },

    async cancel(mandate) {
      const rec = await find(mandate);
      if (!rec || hasEnded(rec)) return;
      try {
        await api.call('PATCH', `/rec/${encodeURIComponent(rec.idRec)}`, { status: 'CANCELADA' });
      } catch (error) {
        if (!(error instanceof BankRefusal)) throw error;
        const now = await readOne(rec.idRec);
        if (!now || hasEnded(now)) return;
        throw new GatewayUnavailableError(`The bank cannot cancel a recurrence that lives (${error.type}).`);
      }
    },
  };

  /** Journey 1: the payer's bank asks in its app. A second request beside one that is under way is refused. */
  async function askBank({ payerAccount, payer, requestEndsAt }: MandateRequest, { idRec }: Rec): Promise<void> {
    const rec = await readOne(idRec);
    if (!rec || rec.status !== 'CRIADA' || rec.solicitacao?.some(({ status }) => ASKED.includes(status))) return;
    const { ispb: ispbParticipante, branch, account: conta } = payerAccount!;
    await api.call('POST', '/solicrec', {
      idRec,
      calendario: { dataExpiracaoSolicitacao: requestEndsAt },
      destinatario: { ispbParticipante, conta, ...(branch === null ? {} : { agencia: branch }), ...documentOf(payer) },
    });
  }
}

function recBody(request: MandateRequest, contrato: string) {
  const { payer, description, firstDueDate, endDate, frequency, mayRetry } = request;
  return {
    vinculo: {
      contrato,
      devedor: { ...documentOf(payer), nome: payer.name.slice(0, MAX_NAME) },
      objeto: description.slice(0, MAX_OBJECT),
    },
    calendario: {
      dataInicial: firstDueDate,
      ...(endDate === null ? {} : { dataFinal: endDate }),
      periodicidade: PERIODICIDADE[frequency],
    },
    politicaRetentativa: mayRetry ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
  };
}

function documentOf({ document }: Payer) {
  return document!.length === 11 ? { cpf: document } : { cnpj: document };
}

function hasEnded({ status }: Rec): boolean {
  return status !== 'CRIADA' && status !== 'APROVADA';
}

/** How a recurrence stands, in the words of the port. */
export function stateOf(
  rec: Rec,
  codes: Pick<MandateState, 'qrCode' | 'firstChargeQrCode'>,
): MandateState & { gatewayMandateId: string } {
  const mandate = { gatewayMandateId: rec.idRec, ...codes };
  const { rejeicao, cancelamento } = rec.encerramento ?? {};
  switch (rec.status) {
    case 'CRIADA':
      return { ...mandate, status: 'pending' };
    case 'APROVADA':
      return { ...mandate, status: 'authorized' };
    case 'REJEITADA':
      return { ...mandate, status: 'rejected', endedBy: 'payer', endReason: rejeicao?.codigo ?? null };
    case 'EXPIRADA':
      return { ...mandate, status: 'expired', endedBy: 'bank', endReason: null };
    case 'CANCELADA': {
      const endedBy = ENDERS[cancelamento?.solicitante ?? ''] ?? 'bank';
      return { ...mandate, status: 'canceled', endedBy, endReason: cancelamento?.codigo ?? null };
    }
  }
}

const ENDERS: Readonly<Record<string, 'payer' | 'store' | 'bank'>> = {
  USUARIO_PAGADOR: 'payer',
  USUARIO_RECEBEDOR: 'store',
  PSP_PAGADOR: 'bank',
  PSP_RECEBEDOR: 'bank',
};
