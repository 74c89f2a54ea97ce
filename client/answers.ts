import type { components } from './schema.ts';

type Problem = components['schemas']['Problem'];

/** The result of a call of the client: `data` of a success, `error` of a failure. */
interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response: Response;
}

/** A refusal or failure of the API. */
export class FaturaError extends Error {
  override name = 'FaturaError';
  readonly status: number;
  /** RFC 9457 problem details; null when something between us and the API answered instead. */
  readonly problem: Problem | null;

  constructor({ error, response }: Answer<unknown>) {
    const problem = isProblem(error) ? error : null;
    super(problem?.detail ?? `The API answered ${response.status}.`);
    this.status = response.status;
    this.problem = problem;
  }
}

/** The data of a success: `await orThrow(client.GET(…))`. @throws FaturaError for anything else */
export async function orThrow<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call;
  if (!answer.response.ok) throw new FaturaError(answer);
  // Undefined only for a 204, whose T says so.
  return answer.data as T;
}

/**
 * Every row of a list, newest first, page by page as they are asked for: a list of any length takes the memory of a
 * page.
 *
 * @param readPage one call of a list with the given cursor in its query
 * @throws FaturaError when a page is refused
 */
export async function* listAll<T extends { id: number }>(
  readPage: (cursor: { starting_after?: number }) => Promise<Answer<{ data: T[]; has_more: boolean }>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: { starting_after?: number } = {};
  for (;;) {
    const { data, has_more: hasMore } = await orThrow(readPage(cursor));
    yield* data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    cursor = { starting_after: last.id };
  }
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'request_id' in error;
}
