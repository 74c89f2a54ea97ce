import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type jestRuntime from 'jest-runtime';
import { handOver, type JestGlobals } from './globals.ts';

const GLOBALS = new URL('globals.ts', import.meta.url).href;
const require = createRequire(import.meta.url);
// Its types are those of its CommonJS half alone.
const { default: Runtime } = require('jest-runtime') as typeof jestRuntime;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

/**
 * Loads tests, and what they import, as Node.js does: no copy of every module, compiled anew, for each test file. A
 * worker of Jest's loads a module once, and its test files share it (docs/decisions/0022-native-modules-in-tests.md).
 */
export default class NativeRuntime extends Runtime {
  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override async unstable_importModule(from: string): Promise<void> {
    handOver(this.requireModuleOrMock<JestGlobals>(from, '@jest/globals'));
    await import(pathToFileURL(from).href);
  }

  /** Jest's own beginning of a test file, which is to find nothing of the file before. */
  override requireInternalModule<T>(from: string, to?: string): T {
    if (to !== undefined) return super.requireInternalModule(from, to);
    forgetTests(from);
    return require(from) as T;
  }
}

function forgetTests(initializer: string): void {
  delete require.cache[initializer];
  const kept = globalThis as unknown as Record<symbol, unknown>;
  for (const key of Object.getOwnPropertySymbols(kept))
    if (/^(JEST_STATE_SYMBOL|EVENT_HANDLERS)$/.test(key.description ?? '')) delete kept[key];
}
