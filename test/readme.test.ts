import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { choosePort } from '../src/dev/ports.ts';
import { PROJECT, startPlatform, temporaryFolder } from './dev/support.ts';
import { eventually } from './support/eventually.ts';

/** What the tour says to paste, in order; only the addresses are those of this test. */
function tourOf(readme: string, { dataDir, receiverPort }: { dataDir: string; receiverPort: number }) {
  const tour = readme.split('## A tour of five minutes')[1]!.split('### Verify a webhook')[0]!;
  const blocks = [...tour.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block!);
  return blocks.join('\n').replaceAll('./.data', dataDir).replaceAll('127.0.0.1:4000', `127.0.0.1:${receiverPort}`);
}

describe('the README', () => {
  test('its tour, word for word, gives a paid invoice and three webhooks whose signatures verify', async () => {
    const dataDir = temporaryFolder();
    const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
    const receiverPort = await choosePort({ name: 'the receiver', file: join(dataDir, 'receiver-port') });
    const platform = await startPlatform({ DATA_DIR: dataDir, PORT: String(port) });

    const script = tourOf(readFileSync(join(PROJECT, 'README.md'), 'utf8'), { dataDir, receiverPort });
    // A person reads on for a moment before pasting the next block; the receiver listens by then.
    const untilItListens = `until (echo > /dev/tcp/127.0.0.1/${receiverPort}) 2> /dev/null; do :; done`;
    const shell = spawn(
      'bash',
      ['-c', `set -e\n${script.replace('receiver.mjs &', `receiver.mjs &\n${untilItListens}`)}\nwait`],
      {
        cwd: PROJECT,
        detached: true,
        env: { ...process.env, NODE_OPTIONS: '', RECEIVER_PORT: String(receiverPort) },
      },
    );
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const verified = () => [...output.matchAll(/signature verifies: (\S+)/g)].map(([, event]) => event).sort();
    await eventually(verified, (events) => events.length === 3 && output.includes('/workflows/invoice-'), {
      withinMs: 30_000,
    });
    process.kill(-shell.pid!, 'SIGTERM');
    await once(shell, 'close');

    expect(verified()).toEqual(['invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered']);
    expect(output).not.toContain('does NOT verify');
    expect(output).toMatch(/^paid$/m);
    const invoice = JSON.parse(/^\{.*\}/m.exec(output)![0]) as Record<string, unknown>;
    expect(invoice).toMatchObject({ status: 'paid', total: 299.8, amount_paid: 299.8 });
    const page = await fetch(/http\S+\/workflows\/invoice-\d+/.exec(output)![0]);
    expect(page.status).toBe(200);

    platform.child.kill('SIGTERM');
    expect(await once(platform.child, 'exit')).toEqual([0, null]);
  }, 120_000);
});
