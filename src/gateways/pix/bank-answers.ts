import joi from 'joi';
import { END_TO_END_ID } from '../../banking/pix/end-to-end-id.ts';
import { GatewayUnavailableError } from '../payment-gateway.ts';

// The parts of the Central Bank's schemas (API Pix 2.9.0) that are read here. Banks add fields of their own, and newer
// releases add more: all others are let through.

/** `Cobranca` statuses. */
export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

/** A return of a Pix (`Devolucao`), which is a refund. */
export interface Devolucao {
  id: string;
  /** Reais with two decimals. */
  valor: string;
  natureza?: 'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  /** ISO 8601. */
  horario?: { solicitacao?: string; liquidacao?: string };
  motivo?: string;
}

/** A Pix that was received. */
export interface Pix {
  endToEndId: string;
  txid?: string;
  valor: string;
  /** ISO 8601. */
  horario: string;
  devolucoes?: Devolucao[];
}

/** A charge: `cob`, or `cobv` with a due date. */
export interface Cob {
  txid: string;
  status: CobStatus;
  calendario: {
    criacao: string;
    /** Seconds; set for a `cob`. */
    expiracao?: number;
    /** `YYYY-MM-DD`; set for a `cobv`. */
    dataDeVencimento?: string;
    validadeAposVencimento?: number;
  };
  valor: {
    original: string;
    desconto?: { modalidade: number; descontoDataFixa?: { data: string; valorPerc: string }[] };
  };
  location?: string;
  loc?: { location?: string };
  pixCopiaECola?: string;
  pix?: Pix[];
}

/** A recurrence (`rec`): the agreement of a payer to debits. */
export interface Rec {
  idRec: string;
  status: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
  vinculo?: { contrato?: string };
  loc?: { id?: number; location?: string };
  dadosQR?: { jornada?: string; pixCopiaECola?: string };
  solicitacao?: { status: string }[];
  encerramento?: {
    rejeicao?: { codigo?: string };
    cancelamento?: { codigo?: string; solicitante?: string };
  };
}

export type TryStatus = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** A charge of a recurrence (`cobr`), with the bank's tries to debit it. */
export interface Cobr {
  txid: string;
  idRec: string;
  status: 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
  valor?: { original?: string };
  tentativas?: {
    /** `YYYY-MM-DD`. */
    dataLiquidacao: string;
    status: TryStatus;
    endToEndId?: string;
    rejeicao?: { codigo?: string };
  }[];
  encerramento?: { rejeicao?: { codigo?: string }; cancelamento?: { codigo?: string; solicitante?: string } };
  pix?: Pix[];
}

const amount = joi
  .string()
  .pattern(/^\d{1,10}\.\d{2}$/)
  .required();
const moment = joi.string().isoDate().required();

const devolucaoSchema = joi
  .object<Devolucao>({
    id: joi.string().max(35).required(),
    valor: amount,
    natureza: joi.string(),
    status: joi.valid('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO').required(),
    motivo: joi.string().allow('', null),
    horario: joi.object({ solicitacao: joi.string().isoDate(), liquidacao: joi.string().isoDate() }).unknown(),
  })
  .unknown();

const pixSchema = joi
  .object<Pix>({
    endToEndId: joi.string().pattern(END_TO_END_ID).required(),
    txid: joi.string().max(35),
    valor: amount,
    horario: moment,
    devolucoes: joi.array().items(devolucaoSchema),
  })
  .unknown();

const cobSchema = joi
  .object<Cob>({
    txid: joi.string().required(),
    status: joi.valid('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP').required(),
    calendario: joi
      .object({
        criacao: moment,
        // The document has a number, and its example a text: joi takes both.
        expiracao: joi.number().integer().min(1),
        dataDeVencimento: joi.string().isoDate(),
        validadeAposVencimento: joi.number().integer().min(0),
      })
      .unknown()
      .required(),
    valor: joi.object({ original: amount, desconto: joi.object().unknown() }).unknown().required(),
    location: joi.string(),
    loc: joi.object({ location: joi.string() }).unknown(),
    pixCopiaECola: joi.string(),
    pix: joi.array().items(pixSchema),
  })
  .unknown();

const ending = joi
  .object({
    rejeicao: joi.object({ codigo: joi.string() }).unknown(),
    cancelamento: joi.object({ codigo: joi.string(), solicitante: joi.string() }).unknown(),
  })
  .unknown();

const recSchema = joi
  .object<Rec>({
    idRec: joi
      .string()
      .pattern(/^[a-zA-Z0-9]{29}$/)
      .required(),
    status: joi.valid('CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA').required(),
    vinculo: joi.object({ contrato: joi.string() }).unknown(),
    loc: joi.object({ id: joi.number(), location: joi.string() }).unknown(),
    dadosQR: joi.object({ jornada: joi.string(), pixCopiaECola: joi.string() }).unknown(),
    solicitacao: joi.array().items(joi.object({ status: joi.string().required() }).unknown()),
    encerramento: ending,
  })
  .unknown();

const cobrSchema = joi
  .object<Cobr>({
    txid: joi.string().required(),
    idRec: joi.string().required(),
    status: joi.valid('CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA').required(),
    valor: joi.object({ original: joi.string() }).unknown(),
    tentativas: joi.array().items(
      joi
        .object({
          dataLiquidacao: joi
            .string()
            .pattern(/^\d{4}-\d{2}-\d{2}$/)
            .required(),
          status: joi.valid('SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA').required(),
          endToEndId: joi.string(),
          rejeicao: joi.object({ codigo: joi.string() }).unknown(),
        })
        .unknown(),
    ),
    encerramento: ending,
    pix: joi.array().items(pixSchema),
  })
  .unknown();

const paging = joi
  .object({
    paginacao: joi.object({ quantidadeDePaginas: joi.number().integer().required() }).unknown().required(),
  })
  .unknown()
  .required();

const pixPageSchema = joi.object({ parametros: paging, pix: joi.array().items(pixSchema).default([]) }).unknown();
const cobPageSchema = joi.object({ parametros: paging, cobs: joi.array().items(cobSchema).default([]) }).unknown();
const recPageSchema = joi.object({ parametros: paging, recs: joi.array().items(recSchema).default([]) }).unknown();
const cobrPageSchema = joi.object({ parametros: paging, cobsr: joi.array().items(cobrSchema).default([]) }).unknown();
const locationSchema = joi.object({ id: joi.number().integer().required() }).unknown();
/** A callback tells of Pix, of recurrences, or of charges of recurrences; each has an address of its own. */
const callbackSchema = joi
  .object({
    pix: joi.array().items(pixSchema).max(1_000).default([]),
    recs: joi.array().items(recSchema).max(1_000).default([]),
    cobsr: joi.array().items(cobrSchema).max(1_000).default([]),
  })
  .or('pix', 'recs', 'cobsr')
  .unknown();
const tokenSchema = joi
  .object({ access_token: joi.string().required(), expires_in: joi.number().integer().min(1).default(300) })
  .unknown();

export interface Page<T> {
  entries: T[];
  pages: number;
}

/** @throws GatewayUnavailableError for an answer that is no charge */
export function readCob(answer: unknown): Cob {
  return read<Cob>(cobSchema, answer, 'charge');
}

/** @throws GatewayUnavailableError for an answer that is no return */
export function readDevolucao(answer: unknown): Devolucao {
  return read<Devolucao>(devolucaoSchema, answer, 'return');
}

export function readPixPage(answer: unknown): Page<Pix> {
  const { parametros, pix } = read<PageAnswer & { pix: Pix[] }>(pixPageSchema, answer, 'list of Pix');
  return { entries: pix, pages: parametros.paginacao.quantidadeDePaginas };
}

export function readCobPage(answer: unknown): Page<Cob> {
  const { parametros, cobs } = read<PageAnswer & { cobs: Cob[] }>(cobPageSchema, answer, 'list of charges');
  return { entries: cobs, pages: parametros.paginacao.quantidadeDePaginas };
}

export function readToken(answer: unknown): { access_token: string; expires_in: number } {
  return read(tokenSchema, answer, 'access token');
}

/** @throws GatewayUnavailableError for an answer that is no recurrence */
export function readRec(answer: unknown): Rec {
  return read<Rec>(recSchema, answer, 'recurrence');
}

/** @throws GatewayUnavailableError for an answer that is no charge of a recurrence */
export function readCobr(answer: unknown): Cobr {
  return read<Cobr>(cobrSchema, answer, 'charge of a recurrence');
}

export function readRecPage(answer: unknown): Page<Rec> {
  const { parametros, recs } = read<PageAnswer & { recs: Rec[] }>(recPageSchema, answer, 'list of recurrences');
  return { entries: recs, pages: parametros.paginacao.quantidadeDePaginas };
}

export function readCobrPage(answer: unknown): Page<Cobr> {
  const { parametros, cobsr } = read<PageAnswer & { cobsr: Cobr[] }>(cobrPageSchema, answer, 'list of debits');
  return { entries: cobsr, pages: parametros.paginacao.quantidadeDePaginas };
}

/** The id of the location of a recurrence. */
export function readLocation(answer: unknown): number {
  return read<{ id: number }>(locationSchema, answer, 'location').id;
}

export interface CallbackBody {
  pix: Pix[];
  recs: Rec[];
  cobsr: Cobr[];
}

/** The content of a callback; null for a body that is none. */
export function readCallbackBody(body: unknown): CallbackBody | null {
  const { error, value } = callbackSchema.validate(body) as { error?: Error; value: CallbackBody };
  return error ? null : value;
}

interface PageAnswer {
  parametros: { paginacao: { quantidadeDePaginas: number } };
}

function read<T>(schema: joi.Schema, answer: unknown, what: string): T {
  const { error, value } = schema.validate(answer) as { error?: joi.ValidationError; value: T };
  // The message names the field and not its value: an answer names the payer.
  if (error) throw new GatewayUnavailableError(`The bank's answer is no ${what}: ${error.details[0]?.path.join('.')}.`);
  return value;
}
