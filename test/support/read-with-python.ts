import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePythonEnv } from '../../tools/python-env.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Programs that know nothing of us read what we write; `.ci/run` has a Python. */
const python = await ensurePythonEnv(ROOT, join(ROOT, 'test/support/requirements.txt')).catch((error: unknown) => {
  if (process.env.REQUIRE_PYTHON === '1') throw error;
  return null;
});
export const hasPython = python !== null;

/** Runs a script that prints JSON of the file at `path`. */
export async function readWithPython<T>(script: string, path: string): Promise<T> {
  const { stdout } = await run(python!, ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as T;
}

/** Prints the sheets of a file, with the value of each cell. */
export const READ_XLSX = `
import json, sys
from openpyxl import load_workbook
book = load_workbook(sys.argv[1])
print(json.dumps({sheet.title: [[cell.value for cell in row] for row in sheet.iter_rows()] for sheet in book}))
`;
