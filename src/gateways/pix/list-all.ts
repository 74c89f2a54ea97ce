import type { TimeSpan } from '../payment-gateway.ts';
import type { Page } from './bank-answers.ts';
import type { PixApi } from './pix-api.ts';

const PAGE = 100;

export interface List<T> {
  path: string;
  span: TimeSpan;
  filter: Record<string, string>;
  readPage: (answer: unknown) => Page<T>;
}

/** Reads a list of the bank's, page by page. */
export async function* listAll<T>(
  api: PixApi,
  { path, span: { since, until }, filter, readPage }: List<T>,
): AsyncGenerator<T> {
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({
      ...{ inicio: since.toISOString(), fim: until.toISOString(), ...filter },
      ...{ 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': String(PAGE) },
    });
    const answer = await api.call('GET', `${path}?${query.toString()}`);
    // Some banks answer a list of nothing with 404.
    if (answer === null) return;
    const { entries, pages } = readPage(answer);
    yield* entries;
    if (page + 1 >= pages || entries.length === 0) return;
  }
}
