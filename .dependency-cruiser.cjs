/** The rules of imports. `npm test` fails on the first arrow that goes the wrong way. */

/** The floors of `src`, from the ground up. A file imports from its own floor and from those below. */
const FLOORS = [
  ['base'],
  ['banking'],
  ['accounts'],
  ['catalog'],
  ['gateways'],
  ['events'],
  ['webhooks'],
  ['invoices'],
  ['payments'],
  ['subscriptions'],
  ['privacy', 'retention', 'statistics'],
  ['outbox'],
  ['platform'],
  ['checkout'],
  ['panel', 'sandbox', 'admin'],
];
/** The files that know everything: they build the parts and hand them to each other. */
const COMPOSITION = '^src/(app/|server\\.ts$|worker\\.ts$|admin\\.ts$)';
const DEVELOPMENT = '^src/dev/';
/** Workflows replay these, so they import nothing but each other. */
const PURE_RULES = [
  '^src/base/(money|calendar)/',
  '^src/base/environment\\.ts$',
  '^src/base/temporal/(task-limits|task-queues|trace-header)\\.ts$',
  '^src/banking/(pix|boleto)/',
  '^src/banking/(payment-method|amounts)\\.ts$',
  '^src/events/event-types\\.ts$',
  '^src/webhooks/(retry-policy|first-attempt|delivery-order)\\.ts$',
  '^src/invoices/(state-machine|deadline|invoice-news|operator-order)\\.ts$',
  '^src/subscriptions/(schedule|charge-outcome|subscription-news|subscription-status)\\.ts$',
  '^src/retention/retention-kinds\\.ts$',
  '^src/outbox/workflow-ids\\.ts$',
];
const TYPES = 'type-only';

const folders = (names) => `^src/(${names.join('|')})/`;

const floorRules = FLOORS.flatMap((floor, index) =>
  floor.map((folder) => ({
    name: `${folder}-imports-downwards`,
    comment: 'A floor stands on those below it, and knows nothing of its neighbours and of those above.',
    severity: 'error',
    from: { path: folders([folder]) },
    to: {
      path: [
        ...[floor.filter((other) => other !== folder), ...FLOORS.slice(index + 1)]
          .filter((names) => names.length > 0)
          .map(folders),
        COMPOSITION,
        DEVELOPMENT,
      ],
    },
  })),
);

module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: 'every-folder-has-a-floor',
      comment: 'A new folder of src is named among the FLOORS.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: [folders(FLOORS.flat()), COMPOSITION, DEVELOPMENT] },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Types make circles too: whoever reads one file of a circle has to read all of it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-rules-are-pure',
      comment: 'A rule imports nothing but other rules: workflows replay it.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: { pathNot: PURE_RULES, dependencyTypesNot: [TYPES] },
    },
    {
      name: 'workflows-are-deterministic',
      comment: 'A workflow imports @temporalio/workflow, pure rules and types. Anything else cannot be replayed.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^workflows/', '^node_modules/@temporalio/workflow/', ...PURE_RULES],
        dependencyTypesNot: [TYPES],
      },
    },
    {
      name: 'src-does-not-know-workflows',
      comment: 'Types only; the worker registers the code.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/worker\\.ts$'] },
      to: { path: '^(workflows|activities)/', dependencyTypesNot: [TYPES] },
    },
    {
      name: 'activities-know-no-door',
      comment: 'An activity is the edge between a workflow and a use case.',
      severity: 'error',
      from: { path: '^activities/' },
      to: { path: [folders(['checkout', 'panel', 'sandbox', 'admin']), COMPOSITION, DEVELOPMENT] },
    },
    {
      name: 'only-composition-builds-things',
      comment: 'Connections are made by composition and dev/; everything else receives them.',
      severity: 'error',
      from: { path: '^(src|activities)/', pathNot: [COMPOSITION, DEVELOPMENT] },
      to: { path: ['^src/base/temporal/connect\\.ts$', '^src/base/db/orm\\.ts$'], dependencyTypesNot: [TYPES] },
    },
    {
      name: 'routes-and-screens-hold-no-query',
      comment: 'A route or a screen authenticates, validates, calls a use case and presents.',
      severity: 'error',
      from: { path: '\\.(routes|screens|acts)\\.ts$' },
      to: { path: '^node_modules/@mikro-orm/', dependencyTypesNot: [TYPES] },
    },
    {
      name: 'only-composition-serves-routes',
      severity: 'error',
      from: { path: '^(src|activities)/', pathNot: ['\\.routes\\.ts$', COMPOSITION, DEVELOPMENT] },
      to: { path: '\\.routes\\.ts$', dependencyTypesNot: [TYPES] },
    },
    {
      name: 'gateways-are-strangers',
      comment: 'Composition opens the gateways; everything else knows the port alone.',
      severity: 'error',
      from: { path: '^(src|activities|workflows)/', pathNot: ['^src/gateways/[^/]+/', COMPOSITION, DEVELOPMENT] },
      to: { path: '^src/gateways/[^/]+/', pathNot: '^src/gateways/sandbox/', dependencyTypesNot: [TYPES] },
    },
    {
      name: 'gateways-know-no-other',
      severity: 'error',
      from: { path: '^src/gateways/([^/]+)/' },
      to: { path: '^src/gateways/[^/]+/', pathNot: '^src/gateways/$1/' },
    },
    {
      name: 'packages-of-gateways-are-their-own',
      severity: 'error',
      from: { path: '^(src|activities|workflows)/', pathNot: ['^src/gateways/stripe/'] },
      to: { path: '^node_modules/stripe/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'Client systems install its folder and nothing else; its command has Node.js.',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: ['^client/', '^node_modules/(openapi-fetch|standardwebhooks)/'], dependencyTypesNot: ['core'] },
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
      from: { path: '^(src|workflows|activities)/', pathNot: DEVELOPMENT },
      to: { path: DEVELOPMENT },
    },
    {
      name: 'no-development-packages-in-production',
      severity: 'error',
      from: { path: '^(src|workflows|activities)/', pathNot: DEVELOPMENT },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Made of the clients for packages.
    exclude: { path: '^client/(testing/)?dist/' },
    // The test of these rules has its node_modules by a link.
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
