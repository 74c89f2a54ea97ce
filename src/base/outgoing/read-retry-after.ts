/** A receiver may ask for as much time as this, and no more. */
const MAX_SECONDS = 86_400;

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7): the usual one, that of RFC 850, and that of asctime. */
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const HTTP_DATES = [
  new RegExp(`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`),
  new RegExp(`^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d{2}-${MONTH}-\\d{2} \\d{2}:\\d{2}:\\d{2} GMT$`),
  new RegExp(`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{4}$`),
];

/**
 * The time for which a receiver that answered 429 or 503 asks to be left alone, from one second to a day. Null for any
 * other answer, and where it says nothing, or nothing that RFC 9110 knows.
 */
export function readRetryAfter(
  { statusCode, header }: { statusCode: number; header: string | string[] | undefined },
  now: Date,
): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  if (typeof header !== 'string') return null;
  const seconds = secondsOf(header.trim(), now);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), MAX_SECONDS);
}

function secondsOf(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (!HTTP_DATES.some((form) => form.test(text))) return NaN;
  // asctime names no zone, and means UTC.
  const date = new Date(text.endsWith('GMT') ? text : `${text} GMT`);
  return (date.getTime() - now.getTime()) / 1000;
}
