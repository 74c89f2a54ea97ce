import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

const CLIENT = join(import.meta.dirname, '../../client');

test('every TypeScript block of the client’s README compiles, as a module of its own', () => {
  const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  expect(compile(blocks)).toEqual([]);
  expect(compile(["import { Fatura } from '@fatura/client';\nnew Fatura({ baseUrl: 1 });"])).not.toEqual([]);
}, 120_000);

/** Compiles texts as if they lay in the client's folder. @returns what is wrong */
function compile(texts: string[]): string[] {
  const { config } = ts.readConfigFile(join(CLIENT, '../tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, join(CLIENT, '..'));
  // Its name leads to the package that is built of it.
  const paths = { '@fatura/client': [join(CLIENT, 'index.ts')] };
  Object.assign(options, { noUnusedLocals: false, paths });
  const files = new Map(texts.map((text, n) => [join(CLIENT, `README-${n}.ts`), text]));
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (path) => files.has(path) || onDisk.fileExists(path);
  host.readFile = (path) => files.get(path) ?? onDisk.readFile(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = files.get(path);
    if (text === undefined) return onDisk.getSourceFile(path, languageVersion);
    return ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
