/**
 * Node.js loads the tests as it loads programs, without a transform: docs/decisions/0022-native-modules-in-tests.md.
 */
export default {
  runtime: '<rootDir>/test/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/runner/environment.ts',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // More than the patience of `eventually`, which says what it saw, on a machine of a third of the usual speed.
  testTimeout: 180_000,
  maxWorkers: 2,
  // The memory of a worker grows with its test files: a worker that holds much is replaced before the next.
  workerIdleMemoryLimit: '1GB',
};
