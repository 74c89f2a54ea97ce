import { tooManyRequests, type ApiError } from '../../errors/errors.ts';
import { limitHeaders } from './limit-headers.ts';
import type { RateLimits } from './rate-limits.ts';
import { wholeSeconds } from './whole-seconds.ts';

/**
 * Counts a failed authentication against the address that it came from.
 *
 * A valid token from such an address is let in all the same. A 256-bit token cannot be guessed, at whatever rate, so
 * nothing is won by refusing it; and a store that shares its address with somebody's misconfigured program must not
 * be locked out.
 *
 * @returns the refusal itself, or 429 after too many refusals of the address; both carry the headers of the limit
 */
export async function answerRefusal(limits: RateLimits, address: string, refusal: ApiError): Promise<ApiError> {
  const spent = await limits.spendFailure(address);
  const answer = spent.exceeded ? tooManyFailures(refusal, wholeSeconds(spent.resetMs)) : refusal;
  Object.assign(answer.headers, limitHeaders(spent));
  return answer;
}

function tooManyFailures(last: ApiError, seconds: number): ApiError {
  const detail = `Too many requests from this address were refused, the last one because: ${last.message} Try again in ${seconds} s, or at once with a valid token.`;
  return tooManyRequests('too_many_failed_authentications', detail, seconds);
}
