import { expect, test } from '@jest/globals';
import { KEY_PATIENCE_MS } from '../../../src/base/http/idempotency/answer-once.ts';
import { REGISTRATION_PATIENCE_MS } from '../../../src/payments/simulation/simulate-payment.ts';
import { REQUESTS_PATIENCE_MS } from '../../../src/server.ts';
import {
  FIRST_TRY_LIMIT_MS,
  FIRST_TRY_TASK_TIMEOUT_MS,
  SHUTDOWN_FORCE_MS,
  SHUTDOWN_GRACE_MS,
  SHUTDOWN_LIMIT_MS,
} from '../../../src/base/temporal/task-limits.ts';

/** At this share of a task's time the SDK renews it. */
const RENEWED_AT = 0.8;

test('a task is not renewed with a first try under way', () => {
  expect(FIRST_TRY_LIMIT_MS).toBeLessThan(FIRST_TRY_TASK_TIMEOUT_MS * RENEWED_AT);
});

test('a worker that stops gives a first try its whole time, and the process ends within what a supervisor waits', () => {
  expect(SHUTDOWN_GRACE_MS).toBeGreaterThan(FIRST_TRY_LIMIT_MS);
  expect(SHUTDOWN_FORCE_MS).toBeGreaterThan(SHUTDOWN_GRACE_MS);
  expect(SHUTDOWN_LIMIT_MS).toBeGreaterThan(SHUTDOWN_FORCE_MS);
  // Kubernetes waits this long, and `stop_grace_period` in docker-compose.yml says the same.
  expect(SHUTDOWN_LIMIT_MS).toBeLessThan(30_000);
});

test('a stop lets a request end that waits for its twin and then for its charge, also after some seconds of draining', () => {
  expect(KEY_PATIENCE_MS + REGISTRATION_PATIENCE_MS).toBeLessThanOrEqual(REQUESTS_PATIENCE_MS - 5_000);
});
