import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import { plainEnglish } from './tools/eslint/plain-english.mjs';

const NO_EVAL_OF_PAGE = {
  selector: "CallExpression[callee.property.name='waitForFunction']",
  message: 'Its second look is an `eval`, which the policy of a page refuses: use eventually(page.evaluate).',
};
/** Comparisons of an invoice's payment method with a name. */
const NAMED_METHODS = ['left.name', 'left.property.name'].map((place) => ({
  selector: `BinaryExpression[right.value=/^(pix|boleto|card)$/][${place}='paymentMethod']`,
  message: 'A new method would be forgotten here: ask METHODS (src/banking/payment-method.ts).',
}));

/** Runs of one thread share the modules of their workflows (src/dev/workflow-bundle.ts). */
const SHARED_BY_RUNS = [
  "Program > VariableDeclaration[kind='let']",
  "Program > ExportNamedDeclaration > VariableDeclaration[kind='let']",
  'Program > * > VariableDeclarator > NewExpression',
  'Program > ExportNamedDeclaration > * > VariableDeclarator > NewExpression',
  'PropertyDefinition[static=true][readonly!=true]',
].map((selector) => ({
  selector,
  message: 'Runs share the modules of their workflows: keep what changes in the function of the workflow.',
}));

/** Rules that keep promises awaited, workflow code deterministic, and comments readable. */
export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'client/dist/', 'client/testing/dist/', '.data/', '.cache/'] },
  // Their libraries are installed in `bench` alone.
  { ignores: ['bench/peers/dbos.ts', 'bench/peers/graphile-worker.ts', 'bench/peers/pg-boss.ts'] },
  js.configs.recommended,
  {
    plugins: { fatura: { rules: { 'plain-english': plainEnglish } } },
    rules: { 'fatura/plain-english': 'error' },
  },
  // Its comments are the texts of the OpenAPI document.
  { files: ['client/schema.ts', 'client/calls.ts'], rules: { 'fatura/plain-english': 'off' } },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'A workflow cannot read its surroundings: pass what it needs as input.' },
        { name: 'fetch', message: 'A workflow does no input or output: call an activity.' },
        { name: 'setInterval', message: 'Use sleep() or condition() of @temporalio/workflow.' },
        { name: 'crypto', message: 'Use uuid4() of @temporalio/workflow.' },
      ],
    },
  },
  {
    files: ['{src,workflows,activities}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMED_METHODS] },
  },
  {
    files: ['workflows/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMED_METHODS, ...SHARED_BY_RUNS] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.sql.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NAMED_METHODS,
        {
          selector: "CallExpression[callee.name='prepared']",
          message: 'Statements of hot paths live in a *.sql.ts file beside their use case: see CONTRIBUTING.md.',
        },
      ],
    },
  },
  {
    files: [
      'src/dev/**/*.ts',
      'bench/**/*.ts',
      'tools/**',
      'docs/examples/**',
      'client/cli.ts',
      'test/support/watch.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['tools/**/*.mjs', 'docs/**/*.mjs', '*.js', '*.cjs'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        Buffer: 'readonly',
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        module: 'writable',
      },
    },
  },
  {
    // The scripts of a browser.
    files: ['src/{checkout,panel,base/http/docs}/assets/**/*.js', 'src/gateways/*/assets/**/*.js'],
    languageOptions: {
      globals: {
        addEventListener: 'readonly',
        Blob: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        crypto: 'readonly',
        document: 'readonly',
        DOMParser: 'readonly',
        Event: 'readonly',
        EventSource: 'readonly',
        fetch: 'readonly',
        getComputedStyle: 'readonly',
        localStorage: 'readonly',
        location: 'readonly',
        navigator: 'readonly',
        scrollTo: 'readonly',
        TextEncoder: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  { files: ['test/**/*.ts'], ...jest.configs['flat/recommended'] },
  {
    files: ['test/**/*.ts'],
    rules: {
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'eventually', 'fc.assert'] }],
      'jest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['inBrowser', 'inBrowser.each'] }],
      'no-restricted-syntax': ['error', NO_EVAL_OF_PAGE],
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_EVAL_OF_PAGE,
        {
          selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
          message:
            'A module is loaded once for many test files: the hook would belong to the first. Let each file call it.',
        },
      ],
    },
  },
  {
    // It is a test's support, though it names `test.skip`.
    files: ['test/support/browser.ts'],
    rules: {
      'jest/no-export': 'off',
      'jest/no-disabled-tests': 'off',
      'jest/expect-expect': 'off',
      'jest/valid-title': 'off',
    },
  },
);
