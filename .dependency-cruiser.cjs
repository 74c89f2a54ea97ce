/** The rules of imports. `npm test` fails on the first arrow that goes the wrong way. */
const PURE_RULES = [
  '^src/base/money/',
  '^src/base/calendar/',
  '^src/payments/(pix|boleto)/',
  '^src/banking/payment-method\\.ts$',
  '^src/invoices/(state-machine|deadline|invoice-news)\\.ts$',
  '^src/subscriptions/(schedule|charge-outcome|subscription-news|subscription-status)\\.ts$',
  '^src/events/event-types\\.ts$',
  '^src/retention/retention-kinds\\.ts$',
  '^src/base/environment\\.ts$',
  '^src/webhooks/(retry-policy|first-attempt)\\.ts$',
  '^src/temporal/(task-limits|task-queues|trace-header|workflow-ids)\\.ts$',
];
const COMPOSITION_ROOTS = ['^src/(server|worker|admin)\\.ts$', '^src/dev/'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'pure-rules-are-pure',
      comment: 'A rule imports nothing but other rules: workflows replay it.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: { pathNot: PURE_RULES, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflows-are-deterministic',
      comment: 'A workflow imports @temporalio/workflow, pure rules and types. Anything else cannot be replayed.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^workflows/', '^node_modules/@temporalio/workflow/', ...PURE_RULES],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'src-does-not-know-workflows',
      comment: 'Types only; the worker registers the code.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/worker\\.ts$'] },
      to: { path: '^(workflows|activities)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-roots-build-things',
      comment:
        'Configuration and connections are made in server.ts, worker.ts and dev/; everything else receives them.',
      severity: 'error',
      from: { path: '^(src|activities)/', pathNot: COMPOSITION_ROOTS },
      to: { path: ['^src/app/config\\.ts$', '^src/base/temporal/connect\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-stands-alone',
      comment: 'Client systems install its folder and nothing else.',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: ['^client/', '^node_modules/openapi-fetch/'] },
    },
    {
      name: 'nothing-is-made-of-the-client',
      comment: 'It is for client systems, and the tests are one.',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/' },
      to: { path: '^client/' },
    },
    {
      name: 'dev-is-for-development',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: '^src/dev/' },
      to: { path: '^src/dev/' },
    },
    {
      name: 'routes-hold-no-query',
      comment: 'A route authenticates, validates, calls a use case and presents.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '^node_modules/@mikro-orm/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'screens-hold-no-query',
      comment: 'A screen of the panel asks a use case, and says how what it answers is shown.',
      severity: 'error',
      from: { path: '\\.screens\\.ts$' },
      to: { path: '^node_modules/@mikro-orm/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-is-made-of-the-panel',
      comment: 'It is one more way to call the use cases; they do not know it.',
      severity: 'error',
      from: {
        path: '^(src|activities)/',
        pathNot: ['^src/panel/', '^src/app/api\\.ts$', '^src/server\\.ts$', '^src/app/entities\\.ts$'],
      },
      to: { path: '^src/panel/' },
    },
    {
      name: 'domain-does-not-know-http-routes',
      severity: 'error',
      from: { path: '^(src|activities)/', pathNot: ['\\.routes\\.ts$', '^src/base/http/(app|operations)\\.ts$'] },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'no-development-packages-in-production',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: '^src/dev/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'gateways-are-strangers',
      comment: 'A gateway is named where all of them are opened; everything else knows the port alone.',
      severity: 'error',
      from: {
        path: '^(src|activities|workflows)/',
        pathNot: ['^src/gateways/stripe/', '^src/app/open-gateways\\.ts$'],
      },
      to: { path: '^(src/gateways/stripe/|node_modules/stripe/)' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
