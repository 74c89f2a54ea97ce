import type { components } from './schema.ts';

type Problem = components['schemas']['Problem'];

/** A call that the API refused, or that found no API. Its kinds are the classes below. */
export class FaturaError extends Error {
  override name = 'FaturaError';
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Stable, for programs: `invoice_paid`; null when something between us and the API answered instead. */
  readonly code: string | null;
  /** For a question about this call. */
  readonly requestId: string | null;
  /** RFC 9457 problem details; null when something between us and the API answered instead. */
  readonly problem: Problem | null;

  constructor(
    message: string,
    { status, problem, cause }: { status: number; problem: Problem | null; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? null;
    this.requestId = problem?.request_id ?? null;
  }
}

/** No answer came: no network, a name that nobody knows, a server that closed the connection. */
export class FaturaConnectionError extends FaturaError {
  override name = 'FaturaConnectionError';
}
/** 400, 413, 415 or 422: the request is wrong; `problem.errors` names each field. */
export class FaturaInvalidRequestError extends FaturaError {
  override name = 'FaturaInvalidRequestError';
}
/** 401: the token is missing, wrong, or over. */
export class FaturaAuthenticationError extends FaturaError {
  override name = 'FaturaAuthenticationError';
}
/** 403: the token may not do this, or not from here. */
export class FaturaPermissionError extends FaturaError {
  override name = 'FaturaPermissionError';
}
/** 404: the store has no such record. */
export class FaturaNotFoundError extends FaturaError {
  override name = 'FaturaNotFoundError';
}
/** 409: the record does not allow it now. */
export class FaturaConflictError extends FaturaError {
  override name = 'FaturaConflictError';
}
/** 429: too many requests, still after the retries. */
export class FaturaRateLimitError extends FaturaError {
  override name = 'FaturaRateLimitError';
}
/** 500 or more: Fatura failed, still after the retries. */
export class FaturaServerError extends FaturaError {
  override name = 'FaturaServerError';
}

const BY_STATUS: Record<number, typeof FaturaError> = {
  400: FaturaInvalidRequestError,
  401: FaturaAuthenticationError,
  403: FaturaPermissionError,
  404: FaturaNotFoundError,
  409: FaturaConflictError,
  413: FaturaInvalidRequestError,
  415: FaturaInvalidRequestError,
  422: FaturaInvalidRequestError,
  429: FaturaRateLimitError,
};

/** The error of an answer that is no success. */
export function errorOf({ error, response: { status } }: { error?: unknown; response: Response }): FaturaError {
  const problem = isProblem(error) ? error : null;
  const Kind = BY_STATUS[status] ?? (status >= 500 ? FaturaServerError : FaturaError);
  const fields = (problem?.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
  const message = [problem?.detail ?? `The API answered ${status}.`, ...fields].join(' ');
  return new Kind(message, { status, problem });
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'request_id' in error;
}
