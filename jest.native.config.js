import isolated from './jest.config.js';

/**
 * On trial: the same tests, which Node.js loads as it loads programs, and sooner. docs/decisions/0022.
 * `npm run jest -- --config jest.native.config.js`
 */
export default {
  ...isolated,
  runtime: '<rootDir>/test/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/runner/environment.ts',
  transform: {},
};
