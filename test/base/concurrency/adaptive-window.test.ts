import { expect, test } from '@jest/globals';
import { createAdaptiveWindow } from '../../../src/base/concurrency/adaptive-window.ts';

function start() {
  let ms = 0;
  const window = createAdaptiveWindow({ most: 16, slowMs: 500, restMs: 1_000, now: () => ms });
  return { window, pass: (more: number) => void (ms += more) };
}

test('a window halves with each failure, and calls that fail together count once', () => {
  const { window, pass } = start();
  const sizes: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let call = 0; call < 3; call += 1) window.failed();
    sizes.push(window.size);
    pass(300);
  }
  expect(sizes).toEqual([8, 4, 2, 1, 1]);
});

test('a service that does not answer is asked once a second, and at once when it answers', () => {
  const { window, pass } = start();
  for (let round = 0; round < 4; round += 1) {
    window.failed();
    pass(250);
  }
  expect([window.size, window.restsFor]).toEqual([1, 750]);
  window.answered(10);
  expect([window.size, window.restsFor]).toEqual([2, 0]);
});

test('a slow answer is no reason to ask for more, and nothing is one for more than there may be', () => {
  const { window } = start();
  window.failed();
  window.answered(500);
  expect(window.size).toBe(8);
  for (let call = 0; call < 20; call += 1) window.answered(10);
  expect(window.size).toBe(16);
});
