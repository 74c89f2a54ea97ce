/** Jest on the pinned Node.js, which loads the tests and the TypeScript sources as they are: docs/decisions/0022. */
export default {
  runtime: '<rootDir>/test/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/runner/environment.ts',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 60_000,
  maxWorkers: 2,
  // What modules keep is not given back with a test file: a worker that holds much is replaced before the next.
  workerIdleMemoryLimit: '1GB',
};
