import type { Page, PageQuery } from '../base/http/list-page.ts';

export interface Pager {
  newer: string | null;
  older: string | null;
}

/** Where a list goes on, as links that keep its filters. */
export function pagerOf(
  path: string,
  { query, page }: { query: PageQuery & Record<string, unknown>; page: Page<{ id: number }> },
): Pager {
  const { starting_after, ending_before, ...filters } = query;
  const link = (cursor: Record<string, number>): string => {
    const kept = Object.entries({ ...filters, ...cursor }).filter(([, value]) => value !== undefined && value !== '');
    return `${path}?${new URLSearchParams(Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))).toString()}`;
  };
  const [first, last] = [page.rows.at(0), page.rows.at(-1)];
  const hasNewer = starting_after !== undefined || (ending_before !== undefined && page.hasMore);
  const hasOlder = ending_before !== undefined || page.hasMore;
  return {
    newer: hasNewer && first ? link({ ending_before: first.id }) : null,
    older: hasOlder && last ? link({ starting_after: last.id }) : null,
  };
}
