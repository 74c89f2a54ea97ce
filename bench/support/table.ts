import { spreadOf, type Cost, type Row } from './figures.ts';

const HEADS = [
  '',
  'what',
  'median',
  'min … max',
  'unit',
  'ratio',
  'min … max',
  'to',
  'goal',
  'CPU ms each',
  'transactions each',
  'WAL kB each',
];

/** The table of a run, as Markdown: readable as it is, and as a page. */
export function writeTable(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.bench,
    row.what + (row.note ? ` (${row.note})` : ''),
    ...spreadCells(row.samples),
    row.unit,
    ...(row.against ? [...spreadCells(row.against.ratios), row.against.what] : ['', '', '']),
    row.goal ? `${row.goal.text} ${row.goal.isMet ? '✓' : '✗'}` : '',
    ...costCells(row.cost),
  ]);
  const lines = [HEADS, HEADS.map(() => '---'), ...cells];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `| ${line.map((cell, column) => (cell === '---' ? '-' : cell).padEnd(widths[column]!, cell === '---' ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}

function spreadCells(samples: number[]): [string, string] {
  const { median, min, max } = spreadOf(samples);
  return [short(median), samples.length > 1 ? `${short(min)} … ${short(max)}` : ''];
}

function costCells(cost: Cost | undefined): [string, string, string] {
  if (!cost) return ['', '', ''];
  return [list(cost.cpuMs, 0.05), list(cost.transactions, 0.05), short(cost.walKb)];
}

function list(figures: Record<string, number>, atLeast: number): string {
  return Object.entries(figures)
    .filter(([, figure]) => figure >= atLeast)
    .map(([name, figure]) => `${name} ${short(figure)}`)
    .join(', ');
}

/** Three figures say as much as there is to say. */
export function short(number: number): string {
  if (Math.abs(number) >= 100) return number.toFixed(0);
  return number.toFixed(Math.abs(number) >= 10 ? 1 : 2);
}
