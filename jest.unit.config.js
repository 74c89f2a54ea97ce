import config from './jest.config.js';

/** Pure rules: no server and no program is started for them. `npm run test:unit` takes seconds. */
const UNITS = [
  'banking/**',
  'base/{calendar,concurrency,crypto,money}/**',
  'base/http/{stylesheets,templates}',
  'base/logging/redact',
  'base/telemetry/readiness',
  'base/temporal/paced-slots',
  'checkout/{pages,summary}',
  'gateways/refusal-reasons',
  'invoices/{deadline,due-dates,state-machine}',
  'outbox/signal-workflow',
  'panel/{invoices-timeline,present-details,read-amount,refusal-words,subscription-words}',
  'statistics/period',
  'subscriptions/{billing-time,schedule}',
  'webhooks/{read-retry-after,receiver-places,webhook-signature}',
];

export default {
  ...config,
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: UNITS.map((unit) => `<rootDir>/test/${unit}.test.ts`.replace('**.test.ts', '**/*.test.ts')),
};
