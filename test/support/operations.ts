import { freeLoopbackPort } from '../../src/base/telemetry/free-loopback-port.ts';
import type { Config } from '../../src/app/config.ts';
import type { ReadinessReport } from '../../src/base/telemetry/readiness.ts';

export interface Probe {
  status: number;
  report: ReadinessReport;
}

/** Where a process of a test answers operators. */
export async function operationsOf(): Promise<NonNullable<Config['operations']>> {
  return { host: '127.0.0.1', port: await freeLoopbackPort() };
}

/** The answer of `/readyz`; null where nobody answers. */
export async function probe(baseUrl: string): Promise<Probe | null> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { headers: { Connection: 'close' } });
    return { status: response.status, report: (await response.json()) as ReadinessReport };
  } catch {
    return null;
  }
}

export async function scrape(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  return response.text();
}

/** The sum of a metric's samples that have all of these labels; null where it has none. */
export function sampleOf(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** The names that a scrape has samples of. */
export function namesIn(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Set(lines.map((line) => /^[a-zA-Z_:][\w:]*/.exec(line)![0]));
}
