import type * as jestGlobals from '@jest/globals';

export type JestGlobals = typeof jestGlobals;

// Support modules are loaded once and used by one test file after the other: what they import changes with it.
export let afterAll: JestGlobals['afterAll'];
export let afterEach: JestGlobals['afterEach'];
export let beforeAll: JestGlobals['beforeAll'];
export let beforeEach: JestGlobals['beforeEach'];
export let describe: JestGlobals['describe'];
export let expect: JestGlobals['expect'];
export let it: JestGlobals['it'];
export let jest: JestGlobals['jest'];
export let test: JestGlobals['test'];

/** From now on the exports are those of this test file. */
export function handOver(globals: JestGlobals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globals);
  jest = withoutRealms(globals.jest);
}

/** The parts that replace modules in a realm of the test file's own, of which there is none. */
const OF_REALMS = new Set<string | symbol>([
  ...['mock', 'doMock', 'unmock', 'dontMock', 'setMock', 'unstable_mockModule', 'enableAutomock'],
  ...['resetModules', 'isolateModules', 'isolateModulesAsync'],
]);

function withoutRealms(all: JestGlobals['jest']): JestGlobals['jest'] {
  return new Proxy(all, {
    get(_all, key) {
      if (!OF_REALMS.has(key)) return Reflect.get(all, key) as unknown;
      throw new Error(`jest.${String(key)} has no effect, as Node.js loads the modules: pass what is to be replaced.`);
    },
  });
}
