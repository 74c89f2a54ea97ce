import { scaleUtc } from 'd3-scale';
import { DateTime } from 'luxon';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Tone } from './tone.ts';

/** The facts, in time, of which a picture of a timeline is made. */
export interface TimelineFacts {
  /** Statuses in order; each lasts until the next. */
  statuses: { from: Date; label: string; tone: Tone }[];
  /** The things that happened, in order; the picture numbers them from 1. */
  moments: Date[];
  /** The things that are waited for, by the letters that mark them. */
  waits: { at: Date; letter: string }[];
  now: Date;
  /** Whether more is to come: the last status then lasts until now. */
  isLive: boolean;
  timeZone: string;
  language: PanelLanguage;
}

/** The same in units of the picture, for its template. */
export interface TimelinePicture {
  width: number;
  height: number;
  axisY: number;
  ticks: { x: number; label: string; below: string | null }[];
  segments: { x: number; width: number; label: string; showsLabel: boolean; tone: Tone }[];
  dots: { x: number; y: number; number: number }[];
  waits: { x: number; y: number; letter: string }[];
  nowX: number | null;
  /** The future if nothing happens before: the last status, from now to the thing that is waited for. */
  ahead: { x: number; width: number; label: string; showsLabel: boolean } | null;
}

const WIDTH = 760;
const MARGIN = 20;
export const BAND = { y: 22, height: 26 };
const RADIUS = 10;
/** Marks of one moment lie below each other, as far as a page has room. */
const MAX_LANES = 8;
const WIDTH_OF_LETTER = 7.5;
const DAY_MS = 86_400_000;
const LOCALES: Record<PanelLanguage, string> = { pt: 'pt-BR', en: 'en-GB' };

/** Lays a timeline out; its axis has round times by the clocks of the store. */
export function drawTimeline(facts: TimelineFacts): TimelinePicture {
  const { statuses, moments, waits, now, isLive, timeZone, language } = facts;
  // Round hours of the store need not be round in UTC: its clock is read as if it were UTC's, and that is what is
  // scaled.
  const wall = (at: Date): number =>
    DateTime.fromJSDate(at, { zone: timeZone }).setZone('utc', { keepLocalTime: true }).toMillis();
  const all = [...statuses.map(({ from }) => from), ...moments, ...waits.map(({ at }) => at), ...(isLive ? [now] : [])];
  const times = (all.length > 0 ? all : [now]).map(wall);
  const start = Math.min(...times);
  const last = Math.max(...times, start + 60_000);
  // A life that has ended goes on as it is: its last status has some room after the last thing that happened.
  const end = isLive ? last : last + (last - start) * 0.15;
  const scale = scaleUtc([start, end], [MARGIN, WIDTH - MARGIN]);
  const xOf = (at: Date): number => round(scale(wall(at)));

  const lanes: number[] = [];
  const place = (x: number): number => {
    const free = lanes.findIndex((last) => x - last >= 2 * RADIUS + 2);
    const lane = free >= 0 ? free : Math.min(lanes.length, MAX_LANES - 1);
    lanes[lane] = x;
    return BAND.y + BAND.height + 8 + RADIUS + lane * (2 * RADIUS + 3);
  };
  const placed = [
    ...moments.map((at, index) => ({ x: xOf(at), number: index + 1, letter: null })),
    ...waits.map(({ at, letter }) => ({ x: xOf(at), number: null, letter })),
  ].map((mark) => ({ ...mark, y: place(mark.x) }));
  const axisY = BAND.y + BAND.height + 16 + Math.max(1, lanes.length) * (2 * RADIUS + 3);
  return {
    width: WIDTH,
    height: axisY + 44,
    axisY,
    ticks: labelTicks(scale.ticks(6), language).map(({ at, ...labels }) => ({ x: round(scale(at)), ...labels })),
    segments: segmentsOf(statuses, xOf, isLive ? xOf(now) : WIDTH - MARGIN),
    dots: placed.flatMap(({ x, y, number }) => (number === null ? [] : [{ x, y, number }])),
    waits: placed.flatMap(({ x, y, letter }) => (letter === null ? [] : [{ x, y, letter }])),
    nowX: isLive ? xOf(now) : null,
    ahead: isLive ? aheadOf(statuses.at(-1)?.label ?? '', xOf(now), round(scale(end))) : null,
  };
}

function aheadOf(label: string, x: number, endX: number): TimelinePicture['ahead'] {
  const width = round(endX - x);
  return width > 2 ? { x, width, label, showsLabel: isRoomFor(label, width) } : null;
}

function segmentsOf(
  statuses: TimelineFacts['statuses'],
  xOf: (at: Date) => number,
  endX: number,
): TimelinePicture['segments'] {
  return statuses.map(({ from, label, tone }, index) => {
    const x = xOf(from);
    const next = statuses[index + 1];
    const width = Math.max(2, round((next ? xOf(next.from) : endX) - x));
    return { x, width, label, showsLabel: isRoomFor(label, width), tone };
  });
}

function isRoomFor(label: string, width: number): boolean {
  return width > label.length * WIDTH_OF_LETTER + 12;
}

/** A time, and below it the day where a new one begins; or the day, and below it the year. */
function labelTicks(ticks: Date[], language: PanelLanguage): { at: Date; label: string; below: string | null }[] {
  const step = ticks.length > 1 ? ticks[1]!.getTime() - ticks[0]!.getTime() : 0;
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  const isWithinDays = step < DAY_MS;
  const first = write(
    isWithinDays ? (step < 60_000 ? { ...time, second: '2-digit' } : time) : { day: 'numeric', month: 'short' },
  );
  const second = write(isWithinDays ? { day: 'numeric', month: 'short' } : { year: 'numeric' });
  let last = '';
  return ticks.map((at) => {
    const below = second.format(at);
    const isNew = below !== last;
    last = below;
    return { at, label: first.format(at), below: isNew ? below : null };
  });
}

function round(x: number): number {
  return Math.round(x * 10) / 10;
}
