import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Held } from './leak-probe.ts';

/** Asks the process `pid` for its memory after a garbage collection; it was started with `leak-probe.ts`. */
export async function askProbe(folder: string, pid: number): Promise<Held> {
  const body = await new Promise<string>((resolve, reject) => {
    const asked = request({ socketPath: `${folder}/${pid}.sock`, path: '/', agent: false }, (answer) => {
      text(answer).then((said) => (answer.statusCode === 200 ? resolve(said) : reject(new Error(said))), reject);
    });
    asked.on('error', reject).end();
  });
  return JSON.parse(body) as Held;
}
