import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';

test('a wait in vain names the line of the test that waits, and the value that was seen last', async () => {
  const seen = { status: 'open' };
  const failure = (await eventually(
    () => seen,
    () => false,
    { withinMs: 1 },
  ).catch((error: unknown) => error)) as Error;
  const [frame] = failure.stack!.split('\n').filter((line) => line.trim().startsWith('at '));
  expect(failure.message).toContain('Last seen: {"status":"open"}');
  expect(frame).toContain('eventually.test.ts:6');
});
