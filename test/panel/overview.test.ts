import { describe, expect, test } from '@jest/globals';
import { formatsIn } from '../../src/panel/formats.ts';
import { columnChart, rowChart, type ColumnChart } from '../../src/panel/overview/bar-chart.ts';
import { useApiWorld } from '../support/api-world.ts';
import { knownRows } from '../support/known-rows.ts';
import { signedIn } from '../support/panel-people.ts';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
/** As the page writes the day of a moment, by the clocks of the store. */
const dayOf = (at: string) => formatsIn('en', 'America/Sao_Paulo').day(new Date(at));

describe('the geometry of columns', () => {
  const footOf = ({ plot }: ColumnChart) => plot.y + plot.height;

  test.each([1, 7, 30, 90])('%i columns stand inside the plot, side by side', (count) => {
    const chart = columnChart(Array.from({ length: count }, (_, index) => [index * 37.5, index]));
    let right = chart.plot.x;
    for (const { bars, place } of chart.columns) {
      expect(place.x).toBeGreaterThanOrEqual(right - 0.02);
      right = place.x + place.width;
      for (const bar of bars) {
        expect(bar.width).toBeGreaterThan(1.5);
        expect(bar.x).toBeGreaterThanOrEqual(place.x - 0.02);
        expect(bar.x + bar.width).toBeLessThanOrEqual(right + 0.02);
        expect(bar.y).toBeGreaterThanOrEqual(chart.plot.y);
        expect(bar.y + bar.height).toBeLessThanOrEqual(footOf(chart) + 0.02);
      }
    }
    expect(right).toBeLessThanOrEqual(chart.plot.x + chart.plot.width + 0.02);
    expect(chart.columns.filter(({ isLabelled }) => isLabelled).length).toBeLessThanOrEqual(5);
    expect(chart.columns[0]!.isLabelled).toBe(true);
  });

  test('heights are as the values are, from the foot', () => {
    const chart = columnChart([[10], [20], [0], [40]]);
    const heights = chart.columns.map(({ bars }) => bars[0]!.height);
    expect(heights[1]! / heights[0]!).toBeCloseTo(2, 1);
    expect(heights[3]! / heights[0]!).toBeCloseTo(4, 1);
    expect(heights[2]).toBe(0);
    for (const { bars } of chart.columns) expect(bars[0]!.y + bars[0]!.height).toBeCloseTo(footOf(chart), 1);
  });

  test('the second value of a column stands upon the first', () => {
    const [column] = columnChart([[30, 10]]).columns;
    const [lower, upper] = column!.bars;
    expect(upper!.y + upper!.height).toBeCloseTo(lower!.y, 1);
    expect(lower!.height / upper!.height).toBeCloseTo(3, 1);
  });

  test.each([
    [[0.01], false],
    [[1], true],
    [[3], true],
    [[7], false],
    [[97.13], false],
    [[1_234_567.89], false],
  ])('the ticks of %j are round, few and inside the plot', (values, whole) => {
    const chart = columnChart([values], { whole });
    const ticks = chart.ticks.map(({ value }) => value);
    expect(ticks[0]).toBe(0);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
    const step = ticks[1]!;
    expect([1, 2, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6)));
    expect(ticks.every((tick) => !whole || Number.isInteger(tick))).toBe(true);
    expect(ticks.at(-1)! + step).toBeGreaterThanOrEqual(values[0]!);
    for (const { at } of chart.ticks) {
      expect(at).toBeGreaterThanOrEqual(chart.plot.y);
      expect(at).toBeLessThanOrEqual(footOf(chart));
    }
  });

  test('columns of zeros have a foot and no bar', () => {
    const chart = columnChart([[0], [0]]);
    expect(chart.ticks).toEqual([{ value: 0, at: footOf(chart) }]);
    expect(chart.columns.map(({ bars }) => bars[0]!.height)).toEqual([0, 0]);
    expect(columnChart([]).columns).toEqual([]);
  });
});

describe('the geometry of rows', () => {
  test('the longest bar is as wide as the chart, the others as their share of it', () => {
    const { rows, width, height } = rowChart([50, 200, 0]);
    expect(rows.map(({ bar }) => bar.width)).toEqual([width / 4, width, 0]);
    for (const [index, { bar, textY }] of rows.entries()) {
      expect(textY).toBeGreaterThan(index * (height / 3));
      expect(bar.y).toBeGreaterThan(textY);
      expect(bar.y + bar.height).toBeLessThanOrEqual((index + 1) * (height / 3));
    }
  });

  test('rows of zeros have no bar', () => {
    expect(rowChart([0]).rows[0]!.bar.width).toBe(0);
    expect(rowChart([])).toMatchObject({ rows: [], height: 0 });
  });
});

describe('the overview', () => {
  const world = useApiWorld();

  const enter = async (role: 'owner' | 'support' = 'owner', language: 'pt' | 'en' = 'en') => {
    const store = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
    const path = `/panel/stores/${store.companyId}/sandbox`;
    const rows = knownRows(world.current.database, store);
    return { store, browser, path, rows };
  };
  const svgs = (html: string) => html.match(/<svg class="chart"[\s\S]*?<\/svg>/g) ?? [];
  /** The rows of the table below a chart, as text. */
  const numbersOf = (html: string, id: string): string[][] => {
    const table = new RegExp(`<h2 id="${id}">[\\s\\S]*?<tbody>([\\s\\S]*?)</tbody>`).exec(html)![1]!;
    const rows = table.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
    return rows.map((row) => [...row.matchAll(/<t[hd][^>]*>(?:<a [^>]*>)?([^<]*)</g)].map(([, text]) => text!));
  };

  test('a store without invoices is told how to begin', async () => {
    const { browser, path } = await enter('owner', 'pt');
    const { status, html } = await browser.get(path);
    expect(status).toBe(200);
    expect(html).toContain('Esta loja ainda não tem cobranças');
    expect(html).toContain('href="/docs"');
    expect(html).toContain(`href="${path}/tokens"`);
    expect(svgs(html)).toHaveLength(0);
  });

  test('says what was received, owed, refunded and converted', async () => {
    const { browser, path, rows } = await enter('support');
    // None of them today: it may be over when the page is read.
    const [earlier, later, delivered] = [daysAgo(5), daysAgo(2), daysAgo(1)];
    await rows.payment({ paidAt: later, amountCents: 123_456, refundedCents: 10_000 });
    await rows.payment({ paidAt: earlier, amountCents: 1_000, method: 'card' });
    await rows.payment({ paidAt: daysAgo(40), amountCents: 7_00 });
    await rows.invoice({ createdAt: daysAgo(1), openedAt: daysAgo(1) });
    await rows.refusal({ at: daysAgo(2), reason: 'insufficient_funds' });
    await rows.refusal({ at: daysAgo(2), reason: '<b>odd</b>' });
    await rows.delivery({ completedAt: delivered, state: 'delivered' });
    await rows.delivery({ completedAt: delivered, state: 'failed' });
    const { html } = await browser.get(path);
    const figures = [...html.matchAll(/<dd class="figure">([^<]*)</g)].map(([, text]) => text!.trim());
    // The two payments of 30 days ago and less; five unpaid invoices of R$ 100, and two that were paid of seven.
    expect(figures).toEqual(['R$1,244.56', 'R$500.00', 'R$100.00', '28.6%']);
    // R$ 7 in the 30 days before.
    expect(html).toContain('+17,679.4% than in the 30 days before (R$7.00)');
    expect(html).toContain(`href="${path}/invoices?status=overdue"`);
    expect(html).toContain(`<a href="${path}/invoices?method=card&amp;status=paid">Card</a>`);
    expect(svgs(html)).toHaveLength(5);
    for (const svg of svgs(html)) {
      expect(svg).toMatch(/role="img" aria-labelledby="([\w-]+)-title \1-desc"/);
      expect(svg).toMatch(/<title id="[\w-]+-title">\s*\S[^<]*<\/title>\s*<desc id="[\w-]+-desc">\s*\S/);
      expect(svg).not.toMatch(/NaN|undefined|style=/);
    }
    const days = numbersOf(html, 'paid-by-day');
    expect(days).toHaveLength(30);
    expect(days.filter(([, amount]) => amount !== 'R$0.00')).toEqual([
      [dayOf(earlier), 'R$10.00', '1'],
      [dayOf(later), 'R$1,234.56', '1'],
    ]);
    expect(numbersOf(html, 'paid-by-method')).toEqual([
      ['Pix', 'R$1,234.56', '1'],
      ['Boleto', 'R$0.00', '0'],
      ['Card', 'R$10.00', '1'],
    ]);
    expect(numbersOf(html, 'funnel').map(([, count]) => count)).toEqual(['7', '3', '2', '2']);
    expect(numbersOf(html, 'refusals')).toEqual([
      ['&lt;b&gt;odd&lt;/b&gt;', '1'],
      ['Not enough limit or balance', '1'],
    ]);
    expect(numbersOf(html, 'deliveries').filter(([, ...counts]) => counts.join() !== '0,0')).toEqual([
      [dayOf(delivered), '1', '1'],
    ]);
  });

  test('shows 7, 30 or 90 days, and says which other number is none', async () => {
    const { browser, path, rows } = await enter();
    await rows.payment({ paidAt: daysAgo(40), amountCents: 700 });
    const rowsFor = async (query: string) => {
      const { html } = await browser.get(`${path}${query}`);
      return svgs(html).length === 0 ? 0 : numbersOf(html, 'paid-by-day').length;
    };
    expect(await rowsFor('?days=90')).toBe(90);
    expect(await rowsFor('')).toBe(0);
    const chosen = await browser.get(`${path}?days=7`);
    expect(chosen.html).toContain('<option value="7" selected>');
    expect(chosen.html).toContain('Nothing in this period.');
    const wrong = await browser.get(`${path}?days=31`);
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('id="filter-days-problem"');
    expect(wrong.html).toContain('<option value="30" selected>');
  });

  test('shows days that the reader chose, at most a year of them, beside as many days before', async () => {
    const { browser, path, rows } = await enter();
    const day = (days: number) => daysAgo(days).slice(0, 10);
    await rows.payment({ paidAt: daysAgo(40), amountCents: 20_000 });
    await rows.payment({ paidAt: daysAgo(45), amountCents: 40_000 });
    const { html } = await browser.get(`${path}?from=${day(42)}&to=${day(39)}`);
    expect(html).toContain('R$200.00');
    expect(html).toContain('−50% than in the 4 days before (R$400.00)');
    expect(numbersOf(html, 'paid-by-day')).toHaveLength(4);
    const wrong = await browser.get(`${path}?from=${day(1)}&to=${day(3)}`);
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('The beginning is after the end.');
    const long = await browser.get(`${path}?from=2001-01-01`);
    expect(long.status).toBe(422);
    expect(long.html).toContain('Choose at most 366 days');
    expect(numbersOf(long.html, 'paid-by-day')).toHaveLength(366);
  });

  test('names what needs somebody, and what happened last', async () => {
    const { store, browser, path } = await enter();
    const { id } = await store.createInvoice();
    expect((await browser.get(path)).html).not.toContain('Needs attention');
    const { database } = world.current;
    await database.query('update webhook_endpoints set failing_since = now() where company_id = $1', [store.companyId]);
    const { html } = await browser.get(path);
    expect(html).toMatch(/Needs attention[\s\S]*The webhook 127\.0\.0\.1:\d+ does not take events\./);
    expect(html).toMatch(new RegExp(`Latest activity[\\s\\S]*href="${path}/invoices/${id}">Invoice ${id}</a>`));
  });

  test('shows nothing of another store or environment', async () => {
    const { store, browser, path, rows } = await enter();
    const other = await world.current.createStore();
    await rows.invoice({ createdAt: daysAgo(1) });
    const { database } = world.current;
    const foreign = [knownRows(database, { ...store, environment: 'production' }), knownRows(database, other)];
    for (const one of foreign) {
      await one.payment({ paidAt: daysAgo(1), amountCents: 4_242 });
      await one.refusal({ at: daysAgo(1), reason: 'foreign_reason' });
      await one.delivery({ completedAt: daysAgo(1), state: 'failed' });
    }
    const { html } = await browser.get(path);
    expect(html).not.toMatch(/42\.42|foreign_reason/);
    expect(svgs(html)).toHaveLength(1);
    expect((await browser.get(path.replace('/sandbox', '/production'))).html).toContain('R$42.42');
    expect((await browser.get(`/panel/stores/${other.companyId}/sandbox`)).status).toBe(404);
  });
});
