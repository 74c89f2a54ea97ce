import { describe, expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { plainEnglish } from '../../tools/eslint/plain-english.mjs';

function problemsIn(code: string): string[] {
  const config = {
    plugins: { fatura: { rules: { 'plain-english': plainEnglish } } },
    rules: { 'fatura/plain-english': 'error' },
  } as unknown as Linter.Config;
  return new Linter().verify(code, config).map(({ line, message }) => `${line}: ${message}`);
}

describe('the rule of comments', () => {
  test.each([
    '// What came of it.',
    '/** Whoever asks again waits. */',
    '/** The charge is made. Of two, the later counts. */',
    '/**\n * Sets the fields.\n *\n * @returns One more.\n */',
    '// The reasons:\n// - So many at once.',
    '// A sentence goes on\n// to the next line. Who knows?',
  ])('refuses a sentence that hides its subject: %j', (comment) => {
    expect(problemsIn(`${comment}\nlet a = 1;\na += 1;\n`)).toEqual([
      expect.stringMatching(/^1: A sentence begins with “(What|Whoever|Of|One|So many|Who)”/),
    ]);
  });

  test.each([
    '/** Finds work that is overdue by 15 minutes, and queues it again. */',
    '// Offsets are whole hours, and Onetime codes are none.',
    '/** The amount of what came, one part of it. */',
    '/* eslint no-undef: off -- Whatever a page defines is there. */',
  ])('takes %j', (comment) => {
    expect(problemsIn(`${comment}\nlet a = 1;\na += 1;\n`)).toEqual([]);
  });

  test('refuses a line of more than 120 columns, and takes one of 120', () => {
    const line = (columns: number): string => `// ${'a'.repeat(columns - 3)}`;
    expect(problemsIn(line(120))).toEqual([]);
    expect(problemsIn(`\n${line(121)}`)).toEqual(['2: This line of a comment has 121 columns; 120 fit.']);
    expect(problemsIn(`/**\n * ${'b'.repeat(130)}\n */`)).toEqual([expect.stringContaining('2: This line')]);
  });
});
