import { describe, expect, test } from '@jest/globals';
import { createReadiness } from '../../../src/base/telemetry/readiness.ts';

const up = () => Promise.resolve();
const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432 as fatura:hunter2'));

describe('whether a process should get work', () => {
  const read = async (postgresql: () => Promise<unknown>, temporal: () => Promise<unknown>) => {
    const readiness = createReadiness({
      dependencies: [
        { name: 'postgresql', isRequired: true, check: postgresql },
        { name: 'temporal', isRequired: false, check: temporal },
      ],
    });
    readiness.begin();
    return readiness.read();
  };

  test.each([
    ['ready', up, up],
    ['degraded', up, away],
    ['not_ready', away, up],
    ['not_ready', away, away],
  ])('%s', async (status, postgresql, temporal) => {
    const report = await read(postgresql, temporal);
    expect(report.status).toBe(status);
    expect(report.dependencies.postgresql!.state).toBe(postgresql === up ? 'up' : 'down');
    expect(report.dependencies.temporal!.state).toBe(temporal === up ? 'up' : 'down');
    expect(JSON.stringify(report)).not.toMatch(/10\.1\.2\.3|hunter2|ECONN/);
  });

  test('not before the process has begun its work, and not once it stops', async () => {
    const readiness = createReadiness({ dependencies: [{ name: 'postgresql', isRequired: true, check: up }] });
    expect((await readiness.read()).status).toBe('not_ready');
    readiness.begin();
    expect((await readiness.read()).status).toBe('ready');
    readiness.stop();
    expect((await readiness.read()).status).toBe('stopping');
  });

  test('a look that hangs is answered in time, counts as down, and is not joined by others', async () => {
    let looks = 0;
    let release = (): void => undefined;
    const hang = () => {
      looks += 1;
      return new Promise<void>((resolve) => (release = resolve));
    };
    const dependencies = [{ name: 'temporal' as const, isRequired: true, check: hang }];
    const readiness = createReadiness({ dependencies, patienceMs: 30, freshMs: 0 });
    readiness.begin();
    const begun = performance.now();
    const reports = await Promise.all(Array.from({ length: 20 }, () => readiness.read()));
    await readiness.read();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(reports.map(({ status }) => status)).toEqual(Array(20).fill('not_ready'));
    expect(looks).toBe(1);
    release();
    const check = readiness.read();
    // The one that hung has ended; this is the next.
    await new Promise(setImmediate);
    release();
    expect((await check).status).toBe('ready');
  });

  test('an answer is given again for a while', async () => {
    let looks = 0;
    const check = () => Promise.resolve((looks += 1));
    const readiness = createReadiness({ dependencies: [{ name: 'postgresql', isRequired: true, check }] });
    for (let asked = 0; asked < 10; asked += 1) await readiness.read();
    expect(looks).toBe(1);
  });
});
