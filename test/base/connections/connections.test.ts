import { expect, test } from '@jest/globals';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { createConnections } from '../../../src/base/connections/connections.ts';

const MANY = 10_000;

test('a connection of an address that has its share costs no look at those of all others', () => {
  const timeBeside = (others: number): number => {
    const connections = createConnections({ most: 3 * MANY, mostOfAnAddress: MANY });
    const fill = (remoteAddress: string, count: number): void => {
      for (let left = count; left > 0; left -= 1)
        connections.add(Object.assign(new PassThrough(), { remoteAddress, bytesRead: 0 }) as unknown as Socket);
    };
    fill('192.0.2.1', others);
    fill('192.0.2.2', MANY);
    // Each one now makes an older one give way.
    const begun = performance.now();
    fill('192.0.2.2', MANY);
    return performance.now() - begun;
  };
  // The quickest of some: what else the machine does is not measured.
  const quickest = (others: number): number => Math.min(...Array.from({ length: 5 }, () => timeBeside(others)));
  const alone = quickest(0);
  // A look at all that wait would be a hundred million in all.
  expect(quickest(MANY)).toBeLessThan(8 * alone);
});
