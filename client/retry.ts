export type Fetch = (request: Request) => Promise<Response>;
/** Waits; rejects as soon as the request is given up. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Longer than the minute after which a rate limit is whole again. A call that must wait longer gives the answer to the
 * caller.
 */
const LONGEST_WAIT_MS = 65_000;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/**
 * Sends a request again after a lost connection, a 429, a 503, and a 409 whose twin is still worked on; waits as long
 * as `Retry-After` says, or twice as long each time. Only requests that are safe to repeat: reads, DELETE, and writes
 * with an Idempotency-Key, which stays the same. When tries run out, the last answer or failure is the caller's.
 */
export function retrying(
  fetch: Fetch,
  { maxRetries, sleep = sleepUntilAborted }: { maxRetries: number; sleep?: Sleep },
): Fetch {
  return async function send(request) {
    const retries = isRepeatable(request) ? maxRetries : 0;
    for (let retry = 0; ; retry += 1) {
      // Each try needs a body of its own: a body is read once.
      const outcome = await fetch(request.clone()).catch(lostConnection);
      const waitMs = retry < retries ? await waitBefore(outcome, retry) : null;
      if (waitMs === null || request.signal.aborted) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      // An answer that nobody reads keeps its connection busy.
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(waitMs, request.signal);
    }
  };
}

function isRepeatable({ method, headers }: Request): boolean {
  return method !== 'POST' && method !== 'PATCH' ? true : headers.has('Idempotency-Key');
}

/** `fetch` rejects with a TypeError when no answer came. Anything else is a mistake, or the caller's abort. */
function lostConnection(error: unknown): TypeError {
  if (error instanceof TypeError) return error;
  throw error;
}

/** @returns null when a try more would not help */
async function waitBefore(outcome: Response | TypeError, retry: number): Promise<number | null> {
  // Jitter: clients that failed together do not come back together.
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry) * (0.5 + Math.random() / 2);
  if (outcome instanceof TypeError) return backoffMs;
  if (!(await isPassing(outcome))) return null;
  const seconds = outcome.headers.get('Retry-After');
  if (seconds === null || !/^\d+$/.test(seconds)) return backoffMs;
  const waitMs = Number(seconds) * 1_000;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

async function isPassing(response: Response): Promise<boolean> {
  if (response.status === 503) return true;
  if (response.status === 409) return (await codeOf(response)) === 'idempotency_key_in_use';
  // A wrong token does not become right by waiting.
  return response.status === 429 && (await codeOf(response)) !== 'too_many_failed_authentications';
}

/** The problem's code; the response stays unread. A proxy's answer may have none. */
async function codeOf(response: Response): Promise<unknown> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null;
}

function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
