import { scaleBand, scaleLinear } from 'd3-scale';

/**
 * The places of a chart's parts, in the units of its `viewBox`. A unit is about a CSS pixel on a phone, where a card is
 * some 300 wide: text of 12 units is read there, and grows with the chart elsewhere.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A value of the axis and where it lies on it. */
export interface Tick {
  value: number;
  at: number;
}

export interface ColumnChart {
  width: number;
  height: number;
  plot: Box;
  ticks: Tick[];
  columns: {
    /** The column's place from the top of the plot to its foot: what a pointer finds. */
    place: Box;
    /** A bar for each of its values, the first at the foot, the next upon it; a value of zero has no height. */
    bars: Box[];
    middle: number;
    /** Whether its name is written below; there is no room for all. */
    isLabelled: boolean;
  }[];
}

export interface RowChart {
  width: number;
  height: number;
  rows: { bar: Box; textY: number }[];
}

const WIDTH = 320;
const HEIGHT = 180;
/** Room for the values at the left, the names below, and half a line of text above the highest tick. */
const MARGIN = { top: 10, right: 6, bottom: 22, left: 52 };
const TICKS = 4;
const LABELS = 5;
const ROW = { height: 40, bar: 14, text: 14 };

/**
 * Columns that stand side by side, each of one value or of several upon each other. Values are zero or more.
 *
 * @param whole the values are counts: no tick lies between two of them
 */
export function columnChart(columns: readonly (readonly number[])[], { whole = false } = {}): ColumnChart {
  const plot = {
    x: MARGIN.left,
    y: MARGIN.top,
    width: WIDTH - MARGIN.left - MARGIN.right,
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  };
  const foot = plot.y + plot.height;
  const most = Math.max(0, ...columns.map((values) => values.reduce((sum, value) => sum + value, 0)));
  const y = scaleLinear()
    .domain([0, most || 1])
    .range([foot, plot.y])
    .nice(TICKS);
  const ticks = most === 0 ? [0] : y.ticks(TICKS).filter((value) => !whole || Number.isInteger(value));
  const x = scaleBand<number>()
    .domain(columns.map((_, index) => index))
    .range([plot.x, plot.x + plot.width])
    .paddingInner(0.25);
  // A bar of a week with one day is no wall.
  const width = Math.min(x.bandwidth(), 40);
  const step = Math.max(1, Math.ceil(columns.length / LABELS));
  return {
    width: WIDTH,
    height: HEIGHT,
    plot,
    ticks: ticks.map((value) => ({ value, at: round(y(value)) })),
    columns: columns.map((values, index) => {
      const middle = x(index)! + x.bandwidth() / 2;
      const left = round(middle - width / 2);
      let below = 0;
      const bars = values.map((value) => {
        const [bottom, top] = [y(below), y(below + value)];
        below += value;
        return { x: left, y: round(top), width: round(width), height: round(bottom - top) };
      });
      const place = { x: round(x(index)!), y: plot.y, width: round(x.bandwidth()), height: plot.height };
      return { place, bars, middle: round(middle), isLabelled: index % step === 0 };
    }),
  };
}

/** Bars below each other, each with a line of text above it. Values are zero or more; the longest bar is the widest. */
export function rowChart(values: readonly number[]): RowChart {
  const x = scaleLinear()
    .domain([0, Math.max(0, ...values) || 1])
    .range([0, WIDTH]);
  return {
    width: WIDTH,
    height: values.length * ROW.height,
    rows: values.map((value, index) => ({
      textY: index * ROW.height + ROW.text,
      bar: { x: 0, y: index * ROW.height + ROW.text + 6, width: round(x(value)), height: ROW.bar },
    })),
  };
}

/** A hundredth is finer than any screen, and keeps the page small. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
