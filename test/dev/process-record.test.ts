import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { endRecordedProcess, findRecordedProcess, recordProcess } from '../../src/dev/process-record.ts';
import { findProcess } from '../../src/dev/process-table.ts';
import { spawnTracked } from '../../src/dev/spawn-tracked.ts';
import { cleanUp, temporaryFolder } from './support.ts';

afterAll(cleanUp);

describe('a recorded process', () => {
  test('is found and ended by the next run', async () => {
    const record = join(temporaryFolder(), 'sleep.json');
    const { child, exited } = spawnTracked('sleep', ['3600'], { stdio: 'ignore' });
    recordProcess(record, child.pid!);
    expect(await endRecordedProcess(record, 'sleep 3600')).toBe(true);
    expect(await exited).toBe('signal SIGTERM');
    expect(await endRecordedProcess(record, 'sleep 3600')).toBe(false);
  });

  test('is none of ours when its pid was given to another program since', async () => {
    const record = join(temporaryFolder(), 'other.json');
    const other = findProcess(process.ppid)!;
    writeFileSync(record, JSON.stringify({ pid: other.pid, startedAt: 'long ago' }));
    expect(findRecordedProcess(record, '')).toBeUndefined();
    expect(await endRecordedProcess(record, '')).toBe(false);
    expect(findProcess(process.ppid)).toEqual(other);
  });

  test('is none of ours when it runs another command', () => {
    const record = join(temporaryFolder(), 'self.json');
    recordProcess(record, process.pid);
    expect(findRecordedProcess(record, 'temporal server start-dev')).toBeUndefined();
  });
});
