import { errorOf, FaturaConnectionError } from './errors.ts';

/** The result of a call of the client: `data` of a success, `error` of a failure. */
interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response: Response;
}

/**
 * The data of a success: `await orThrow(client.GET(…))`.
 *
 * @throws FaturaError of the kind that its status says; FaturaConnectionError where no answer came
 */
export async function orThrow<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch((error: unknown) => {
    // `fetch` says so of everything between us and the API.
    if (!(error instanceof TypeError)) throw error;
    throw new FaturaConnectionError(`No answer came: ${causeOf(error)}.`, { status: 0, problem: null, cause: error });
  });
  if (!answer.response.ok) throw errorOf(answer);
  // Undefined only for a 204, whose T says so.
  return answer.data as T;
}

function causeOf({ message, cause }: TypeError): string {
  return cause instanceof Error && cause.message ? `${message}, ${cause.message}` : message;
}

/** A page of a list. */
export interface Page<T> {
  data: T[];
  has_more: boolean;
}

type ReadPage<T extends { id: number | string }, P extends Page<T>> = (cursor: {
  starting_after?: T['id'];
}) => Promise<Answer<P>>;

/** A list: `await` it for its first page, or iterate with `for await` over all of its rows. */
export class List<T extends { id: number | string }, P extends Page<T> = Page<T>>
  implements PromiseLike<P>, AsyncIterable<T>
{
  readonly #readPage: ReadPage<T, P>;

  constructor(readPage: ReadPage<T, P>) {
    this.#readPage = readPage;
  }

  then<R = P, E = never>(
    fulfilled?: ((page: P) => R | PromiseLike<R>) | null,
    rejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return orThrow(this.#readPage({})).then(fulfilled, rejected);
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return rowsOf(this.#readPage);
  }
}

/**
 * Every row of a list, page by page as they are asked for: a list of any length takes the memory of a page.
 *
 * @param readPage one call of a list with the given cursor in its query
 * @throws FaturaError when a page is refused
 */
export function listAll<T extends { id: number }>(
  readPage: (cursor: { starting_after?: number }) => Promise<Answer<Page<T>>>,
): AsyncGenerator<T, void, undefined> {
  return rowsOf(readPage);
}

async function* rowsOf<T extends { id: number | string }>(
  readPage: ReadPage<T, Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: { starting_after?: T['id'] } = {};
  for (;;) {
    const { data, has_more: hasMore } = await orThrow(readPage(cursor));
    yield* data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    cursor = { starting_after: last.id };
  }
}
