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

const paging = joi
  .object({
    paginacao: joi.object({ quantidadeDePaginas: joi.number().integer().required() }).unknown().required(),
  })
  .unknown()
  .required();

const pixPageSchema = joi.object({ parametros: paging, pix: joi.array().items(pixSchema).default([]) }).unknown();
const cobPageSchema = joi.object({ parametros: paging, cobs: joi.array().items(cobSchema).default([]) }).unknown();
const callbackSchema = joi.object({ pix: joi.array().items(pixSchema).max(1_000).required() }).unknown();
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

/** The Pix of a callback; null for a body that is none. */
export function readCallbackBody(body: unknown): Pix[] | null {
  const { error, value } = callbackSchema.validate(body) as { error?: Error; value: { pix: Pix[] } };
  return error ? null : value.pix;
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
