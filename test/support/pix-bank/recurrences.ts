import { randomBytes } from 'node:crypto';
import { authorizingPixPayload, dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';

type Json = Record<string, unknown>;
export type Result = [number, unknown];

interface Rec {
  idRec: string;
  status: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
  criacao: string;
  locId: number | null;
  body: Json & { politicaRetentativa: string; ativacao?: { dadosJornada?: { txid?: string } } };
  history: { status: string; data: string }[];
  requests: Json[];
  ending: Json | null;
}

interface Try {
  dataLiquidacao: string;
  tipo: 'AGND' | 'NTAG';
  status: 'AGENDADA' | 'PAGA' | 'REJEITADA' | 'CANCELADA';
  endToEndId: string;
  atualizacao: { status: string; data: string }[];
  rejeicao?: { codigo: string; descricao: string };
}

interface Cobr {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
  criacao: string;
  body: { idRec: string; calendario: { dataDeVencimento: string }; valor: { original: string } } & Json;
  tries: Try[];
  pix: Json[];
  history: { status: string; data: string }[];
}

interface Around {
  ispb: string;
  host: string;
  merchant: { merchantName: string; merchantCity: string };
  now: () => Date;
  day: (at: Date) => string;
  check: (schema: string, value: unknown, where: string) => void;
  problem: (type: string, status: number, detail?: string) => Json;
  paged: <T>(all: T[], query: URLSearchParams) => { entries: T[]; parametros: Json };
  /** The location and amount of a charge that a code may name beside a recurrence. */
  chargeOf: (txid: string) => { kind: 'cob' | 'cobv'; location: string; valor: string } | null;
  notify: (kind: 'rec' | 'cobr', body: () => Json) => void;
  /** Money of a debit: the bank shows it among its Pix. */
  receive: (pix: { endToEndId: string; txid: string; valor: string; horario: string }) => void;
}

/** The acts of payers and their banks about recurrences. */
export interface Recurrences {
  recs(): readonly Pick<Rec, 'idRec' | 'status' | 'body' | 'requests'>[];
  cobrs(): readonly Pick<Cobr, 'txid' | 'status' | 'body' | 'tries'>[];
  authorize(idRec: string): void;
  reject(idRec: string): void;
  /** In the app of the payer's bank. */
  cancel(idRec: string): void;
  /** Makes the debit of the newest try, or refuses it. */
  settle(txid: string, how: 'paid' | { refused: string }): void;
}

/** The bank announces a debit from 10 to 2 days before its day. */
const EARLIEST_DAYS = 10;
const LATEST_DAYS = 2;
const RETRIES = 3;
const RETRY_DAYS = 7;

/** The part of a bank that makes recurrences: `rec`, `solicrec`, `cobr`, `locrec` and their callbacks. */
export function createRecurrences(around: Around) {
  const { ispb, host, merchant, now, day, check, problem, paged, chargeOf, notify, receive } = around;
  const recs = new Map<string, Rec>();
  const cobrs = new Map<string, Cobr>();
  const locations: string[] = [];
  const letters = (count: number): string => randomBytes(count).toString('hex').slice(0, count);
  const moment = (): string => now().toISOString();

  function route(method: string, { resource, id, part, last, json, query }: RouteCall): Result | null {
    switch (resource) {
      case 'locrec':
        return method === 'POST' ? makeLocation() : [200, { parametros: paged([], query).parametros, loc: [] }];
      case 'rec':
        if (method === 'POST') return makeRec(json);
        return id === undefined ? listRecs(query) : changeRec(method, id, { json, query });
      case 'solicrec':
        return request(json);
      case 'cobr':
        if (id === undefined) return listCobrs(query);
        return part === 'retentativa' ? tryAgain(id, last!) : changeCobr(method, id, json);
      default:
        return null;
    }
  }

  function makeLocation(): Result {
    locations.push(`${host}/qr/v2/rec/${letters(32)}`);
    const location = { id: locations.length, location: locations.at(-1), tipo: 'rec', criacao: moment() };
    check('PayloadLocationRecGerada', location, 'POST /locrec');
    return [201, location];
  }

  function makeRec(json: Json): Result {
    check('RecSolicitada', json, 'POST /rec');
    const body = json as Rec['body'];
    const { dataInicial } = json.calendario as { dataInicial: string };
    if (dataInicial < day(now()))
      return [400, problem('RecOperacaoInvalida', 400, 'rec.calendario.dataInicial é anterior à data de criação.')];
    const mayRetry = body.politicaRetentativa === 'PERMITE_3R_7D';
    const idRec = `R${mayRetry ? 'R' : 'N'}${ispb}${day(now()).replaceAll('-', '')}${letters(11)}`;
    const locId = (json.loc as number | undefined) ?? null;
    const rec: Rec = {
      ...{ idRec, status: 'CRIADA', criacao: moment(), locId, body, requests: [], ending: null },
      history: [{ status: 'CRIADA', data: moment() }],
    };
    recs.set(idRec, rec);
    return [201, shownRec(rec, 'RecGerada')];
  }

  function listRecs(query: URLSearchParams): Result {
    const made = [...recs.values()].filter(
      ({ criacao }) => criacao >= query.get('inicio')! && criacao <= query.get('fim')!,
    );
    const { entries, parametros } = paged(made, query);
    const json = { parametros, recs: entries.map((rec) => shownRec(rec, 'RecCompletaPesquisada')) };
    check('RecsConsultadas', json, 'GET /rec');
    return [200, json];
  }

  function changeRec(method: string, idRec: string, { json, query }: { json: Json; query: URLSearchParams }): Result {
    const rec = recs.get(idRec);
    if (!rec) return [404, problem('RecNaoEncontrada', 404)];
    if (method === 'GET') return [200, { ...shownRec(rec, 'RecCompleta'), ...codeOf(rec, query.get('txid')) }];
    check('RecRevisada', json, 'PATCH /rec');
    if (rec.status !== 'CRIADA' && rec.status !== 'APROVADA') {
      return [400, problem('RecOperacaoInvalida', 400, 'A recorrência encontra-se expirada, cancelada ou rejeitada.')];
    }
    end(rec, 'USUARIO_RECEBEDOR', 'SLCR');
    return [200, shownRec(rec, 'RecCompleta')];
  }

  /** By the locations, as a payer's bank reads them. */
  function codeOf({ locId }: Rec, txid: string | null): Json {
    if (locId === null) return {};
    const recurrenceUrl = locations[locId - 1]!;
    const charge = txid === null ? null : chargeOf(txid);
    const amountCents = Math.round(Number(charge?.valor ?? 0) * 100);
    const qrCode = charge ? dynamicPixPayload({ ...merchant, url: charge.location, amountCents }) : undefined;
    const pixCopiaECola = authorizingPixPayload({ ...merchant, recurrenceUrl, ...(qrCode && { qrCode }) });
    const jornada = charge ? (charge.kind === 'cob' ? 'JORNADA_3' : 'JORNADA_4') : 'JORNADA_2';
    return { dadosQR: { jornada, pixCopiaECola } };
  }

  function request(json: Json): Result {
    check('SolicRecSolicitada', json, 'POST /solicrec');
    const rec = recs.get(json.idRec as string);
    if (!rec) return [404, problem('RecNaoEncontrada', 404)];
    if (rec.requests.length > 0) {
      return [400, problem('SolicRecOperacaoInvalida', 400, 'Existe uma solicitação ativa referente ao mesmo idRec.')];
    }
    const made = {
      ...json,
      idSolicRec: `SC${ispb}${letters(19)}`,
      status: 'CRIADA',
      atualizacao: [{ status: 'CRIADA', data: moment() }],
    };
    rec.requests.push(made);
    return [201, made];
  }

  function shownRec(rec: Rec, schema: string): Json {
    const { idRec, status, locId, body, history, requests, ending } = rec;
    const { ativacao, ...rest } = body as Json;
    delete rest.loc;
    const location =
      locId === null
        ? {}
        : { loc: { id: locId, location: locations[locId - 1], tipo: 'rec', criacao: rec.criacao, idRec } };
    const txid = (ativacao as Rec['body']['ativacao'])?.dadosJornada?.txid;
    const json = {
      ...{ idRec, ...rest, ...location, status, recebedor: RECEIVER, atualizacao: history },
      ativacao: txid ? { tipoJornada: 'JORNADA_3', dadosJornada: { txid } } : { tipoJornada: 'AGUARDANDO_DEFINICAO' },
      ...(requests.length > 0 ? { solicitacao: requests } : {}),
      ...(ending ? { encerramento: ending } : {}),
    };
    check(schema, json, `a recurrence as the bank shows it (${schema})`);
    return json;
  }

  function move(rec: Rec, status: Rec['status'], ending: Json | null): void {
    rec.status = status;
    rec.ending = ending;
    rec.history.push({ status, data: moment() });
    notify('rec', () => {
      const { idRec, history: atualizacao } = rec;
      const told = { idRec, status: rec.status, atualizacao, ...(rec.ending ? { encerramento: rec.ending } : {}) };
      check('RecNotification', told, 'the callback of a recurrence');
      return { recs: [told] };
    });
  }

  /** Debits that are not made yet end with it. */
  function end(rec: Rec, solicitante: string, codigo: string): void {
    move(rec, 'CANCELADA', { cancelamento: { solicitante, codigo, descricao: 'Cancelada.' } });
    for (const cobr of cobrs.values()) {
      if (cobr.body.idRec === rec.idRec && cobr.status === 'ATIVA') moveCobr(cobr, 'CANCELADA');
    }
  }

  function changeCobr(method: string, txid: string, json: Json): Result {
    const known = cobrs.get(txid);
    const refuse = (detail: string): Result => [400, problem('CobROperacaoInvalida', 400, detail)];
    if (method === 'GET') return known ? [200, shownCobr(known)] : [404, problem('CobRNaoEncontrado', 404)];
    if (method === 'PATCH') {
      check('CobRRevisada', json, 'PATCH /cobr');
      if (!known) return [404, problem('CobRNaoEncontrado', 404)];
      if (known.status !== 'ATIVA' || day(now()) >= known.tries[0]!.dataLiquidacao) {
        return refuse('Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista.');
      }
      moveCobr(known, 'CANCELADA');
      return [200, shownCobr(known)];
    }
    check('CobRSolicitada', json, 'PUT /cobr');
    const body = json as Cobr['body'];
    if (known) return refuse('A cobrança já existe.');
    if (recs.get(body.idRec)?.status !== 'APROVADA') return refuse('cobr.idRec: a recorrência não está aprovada.');
    const { dataDeVencimento: due } = body.calendario;
    const today = day(now());
    if (due < addDays(today, LATEST_DAYS) || due > addDays(today, EARLIEST_DAYS)) {
      return refuse('cobr.calendario.dataDeVencimento está fora do prazo de agendamento.');
    }
    const cobr: Cobr = {
      txid,
      status: 'ATIVA',
      criacao: moment(),
      body,
      tries: [newTry(due, 'AGND')],
      pix: [],
      history: [{ status: 'ATIVA', data: moment() }],
    };
    cobrs.set(txid, cobr);
    return [201, shownCobr(cobr)];
  }

  function tryAgain(txid: string, data: string): Result {
    const cobr = cobrs.get(txid);
    if (!cobr) return [404, problem('CobRNaoEncontrado', 404)];
    const refuse = (detail: string): Result => [400, problem('CobROperacaoInvalida', 400, detail)];
    const rec = recs.get(cobr.body.idRec)!;
    if (cobr.status !== 'ATIVA' || rec.status !== 'APROVADA') return refuse('A cobrança não está ativa.');
    if (cobr.tries.some(({ status }) => status === 'AGENDADA')) return refuse('Existe uma tentativa ativa.');
    if (data <= day(now())) return refuse('O parâmetro data não corresponde a uma data futura.');
    const isAllowed = rec.body.politicaRetentativa === 'PERMITE_3R_7D' && cobr.tries.length <= RETRIES;
    if (!isAllowed || data > addDays(cobr.body.calendario.dataDeVencimento, RETRY_DAYS)) {
      return refuse('A política configurada na recorrência não permite retentativa de cobrança.');
    }
    cobr.tries.push(newTry(data, 'NTAG'));
    return [201, shownCobr(cobr)];
  }

  function newTry(dataLiquidacao: string, tipo: Try['tipo']): Try {
    const at = moment();
    const endToEndId = `E${ispb}${at.replace(/\D/g, '').slice(0, 12)}${letters(11)}`;
    return { dataLiquidacao, tipo, status: 'AGENDADA', endToEndId, atualizacao: [{ status: 'AGENDADA', data: at }] };
  }

  function listCobrs(query: URLSearchParams): Result {
    const made = [...cobrs.values()].filter(
      (one) =>
        one.criacao >= query.get('inicio')! &&
        one.criacao <= query.get('fim')! &&
        (query.get('status') ?? one.status) === one.status,
    );
    const { entries, parametros } = paged(made, query);
    const json = { parametros, cobsr: entries.map(shownCobr) };
    check('CobsRConsultadas', json, 'GET /cobr');
    return [200, json];
  }

  function shownCobr(cobr: Cobr): Json {
    const { txid, status, criacao, body, tries, pix, history } = cobr;
    const { politicaRetentativa } = recs.get(body.idRec)!.body;
    const json = {
      ...{ ...body, txid, status, politicaRetentativa, tentativas: tries, atualizacao: history },
      calendario: { ...body.calendario, criacao: day(new Date(criacao)) },
      ...(pix.length > 0 ? { pix } : {}),
    };
    check('CobRCompleta', json, 'a debit as the bank shows it');
    return json;
  }

  function moveCobr(cobr: Cobr, status: Cobr['status']): void {
    if (status !== cobr.status) cobr.history.push({ status, data: moment() });
    cobr.status = status;
    if (status === 'CANCELADA') for (const one of cobr.tries) if (one.status === 'AGENDADA') one.status = 'CANCELADA';
    notify('cobr', () => {
      const { txid, tries: tentativas, pix, history: atualizacao } = cobr;
      const told = {
        ...{ idRec: cobr.body.idRec, txid, status: cobr.status, atualizacao, tentativas },
        ...(pix.length > 0 ? { pix } : {}),
      };
      check('CobRNotification', told, 'the callback of a debit');
      return { cobsr: [told] };
    });
  }

  const hands: Recurrences = {
    recs: () => [...recs.values()],
    cobrs: () => [...cobrs.values()],
    authorize: (idRec) => move(recs.get(idRec)!, 'APROVADA', null),
    reject: (idRec) =>
      move(recs.get(idRec)!, 'REJEITADA', { rejeicao: { codigo: 'AP13', descricao: 'Rejeitada pelo pagador.' } }),
    cancel: (idRec) => end(recs.get(idRec)!, 'USUARIO_PAGADOR', 'SLDB'),
    settle(txid, how) {
      const cobr = cobrs.get(txid)!;
      const newest = cobr.tries.at(-1)!;
      if (cobr.status !== 'ATIVA' || newest.status !== 'AGENDADA') throw new Error('The bank has no such debit.');
      if (how === 'paid') {
        newest.status = 'PAGA';
        newest.atualizacao.push({ status: 'PAGA', data: moment() });
        const pix = { endToEndId: newest.endToEndId, txid, valor: cobr.body.valor.original, horario: moment() };
        cobr.pix.push(pix);
        receive(pix);
        return moveCobr(cobr, 'CONCLUIDA');
      }
      newest.status = 'REJEITADA';
      newest.rejeicao = { codigo: how.refused, descricao: 'Não debitada.' };
      newest.atualizacao.push({ status: 'REJEITADA', data: moment() });
      const mayRetry = recs.get(cobr.body.idRec)!.body.politicaRetentativa === 'PERMITE_3R_7D';
      moveCobr(cobr, mayRetry && cobr.tries.length <= RETRIES ? 'ATIVA' : 'REJEITADA');
    },
  };
  return { route, hands };
}

interface RouteCall {
  resource: string;
  id: string | undefined;
  part: string | undefined;
  last: string | undefined;
  json: Json;
  query: URLSearchParams;
}

const RECEIVER = { cnpj: '11222333000181', nome: 'Padaria Estrela Ltda' };
