import { operationsWith } from '../../base/http/operation.ts';
import type { HttpDeps } from '../../base/http/http-deps.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';
import { advanceBody, clockSchema } from './clock.schema.ts';
import { presentClock } from './read-clock.ts';
import { advanceClock, removeClock, stopClock } from './set-clock.ts';

const operation = operationsWith<HttpDeps>();
const path = '/sandbox/clock';
const tag = 'Sandbox';
const scope = 'payments:write';

export const clockOperations = [
  operation({
    id: 'readSandboxClock',
    method: 'GET',
    path,
    scope: 'read',
    tag,
    summary: "Read the sandbox's clock",
    description:
      'A sandbox has real time until its clock is advanced for the first time. From then on the clock stands between two advances: no code expires, and no webhook is retried, unless the clock goes on. The answer says what happens next, and how far an advance is.',
    answer: { status: 200, schema: clockSchema, description: 'The clock.' },
    problems: { 403: ['sandbox_only'] },
    // The role of a request's transaction does not see all of the work that an advance waits for.
    withoutTransaction: true,
    handle({ deps, store }) {
      sandboxOnly(store, CLOCKS);
      return presentClock(deps, store, { looksForWork: true });
    },
  }),
  operation({
    id: 'advanceSandboxClock',
    method: 'POST',
    path,
    scope,
    tag,
    summary: "Advance the sandbox's clock",
    description:
      "Moves the store's time forwards, by a duration or to a moment. All that is due on the way happens in order, each thing at its own moment: due dates, expiries, trials, renewals, attempts to charge again, webhook retries. The clock goes on when a moment's charges are answered and its webhooks sent. Signatures of webhooks have real time. Read the clock until its `status` is `ready`.",
    body: advanceBody,
    examples: {
      byDays: { summary: 'Four days', value: { advance: 'P4D' } },
      byMonth: { summary: 'A month of the calendar', value: { advance: 'P1M' } },
      toMoment: { summary: 'To a moment', value: { to: '2027-02-01T09:00:00-03:00' } },
    },
    answer: {
      status: 200,
      schema: clockSchema,
      description: 'The clock.',
      waiting: { description: 'The clock advances.', is: ({ status }) => status === 'advancing' },
    },
    problems: { 403: ['sandbox_only'], 409: ['clock_advancing', 'gateway_not_simulated'] },
    async handle({ deps, store, body }) {
      await advanceClock(deps, { store, body });
      return presentClock(deps, store, { looksForWork: false });
    },
  }),
  operation({
    id: 'stopSandboxClock',
    method: 'POST',
    path: `${path}/stop`,
    scope,
    tag,
    summary: "Stop the sandbox's clock",
    description: 'Ends the advance under way at its next moment, where the clock then stands.',
    answer: { status: 200, schema: clockSchema, description: 'The clock.' },
    problems: { 403: ['sandbox_only'] },
    async handle({ deps, store }) {
      await stopClock(deps, store);
      return presentClock(deps, store, { looksForWork: false });
    },
  }),
  operation({
    id: 'removeSandboxClock',
    method: 'DELETE',
    path,
    scope,
    tag,
    summary: 'Give the sandbox real time back',
    description:
      'Possible where nothing is open that happened at a moment which lies ahead of real time, and nothing is due between the clock and real time.',
    answer: { status: 204, description: 'The sandbox has real time.' },
    problems: { 403: ['sandbox_only'], 409: ['clock_advancing', 'clock_ahead', 'clock_behind'] },
    handle: ({ deps, store }) => removeClock(deps, store),
  }),
];

const CLOCKS = 'Clocks';
