import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.ts';
import type { Clock } from '../time/clock.ts';
import type { AnswerOnceDeps } from './idempotency/answer-once.ts';
import type { RateLimits } from './rate-limit/rate-limits.ts';

/** The parts that every route may use. A wing whose routes need more names the rest beside them. */
export interface HttpDeps extends AnswerOnceDeps {
  clock: Clock;
  secrets: SecretBox;
  limits: RateLimits;
  /** Address under which clients reach the API, without a trailing slash. */
  publicUrl: string;
  log: Logger;
}
