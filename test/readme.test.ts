import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { choosePort } from '../src/dev/ports.ts';
import { cleanUp, PROJECT, startPlatform, temporaryFolder } from './dev/support.ts';
import { eventually } from './support/eventually.ts';

afterAll(cleanUp);

/** The commands that the tour says to paste, in order; only the folder is that of this test. */
function tourOf(readme: string, dataDir: string) {
  const tour = readme.split('## A tour of five minutes')[1]!.split('### Verify a webhook')[0]!;
  const blocks = [...tour.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block!);
  return blocks.join('\n').replaceAll('./.data', dataDir);
}

interface Message {
  event: string;
  body: string;
  signature: { verified: boolean | null };
}

/** The messages that came to the first inbox of the demo store. */
async function readInbox(dataDir: string): Promise<Message[]> {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo-store.json'), 'utf8')) as Record<string, string>;
  const list = async <T>(path: string): Promise<T[]> => {
    const headers = { Authorization: `Bearer ${demo.sandbox_token}` };
    const answer = await fetch(`${demo.base_url}/api/v1/sandbox/inboxes${path}`, { headers });
    return ((await answer.json()) as { data: T[] }).data;
  };
  const [inbox] = await list<{ id: number }>('');
  return list<Message>(`/${inbox!.id}/messages`);
}

describe('the README', () => {
  test('its tour, word for word, gives a paid invoice and three webhooks whose signatures verify', async () => {
    const dataDir = temporaryFolder();
    const port = await choosePort({ name: 'the API', file: join(dataDir, 'api-port') });
    const platform = await startPlatform({ DATA_DIR: dataDir, PORT: String(port) });

    const script = tourOf(readFileSync(join(PROJECT, 'README.md'), 'utf8'), dataDir);
    const shell = spawn('bash', ['-c', `set -e\n${script}`], {
      cwd: PROJECT,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(shell, 'close')) as [number | null];
    expect([code, output]).toEqual([0, expect.stringContaining('/workflows/invoice-')]);

    expect(output).toMatch(/^paid$/m);
    const invoice = JSON.parse(/^\{.*\}/m.exec(output)![0]) as Record<string, unknown>;
    expect(invoice).toMatchObject({ status: 'paid', total: 299.8, amount_paid: 299.8 });
    const ofInvoice = ({ body }: Message) =>
      (JSON.parse(body) as { data: Record<string, unknown> }).data.invoice_id === invoice.id;
    const told = await eventually(
      async () => (await readInbox(dataDir)).filter(ofInvoice),
      ({ length }) => length === 3,
    );
    expect(told.map(({ event, signature }) => `${event} ${signature.verified}`).sort()).toEqual([
      'invoice.created true',
      'invoice.payment_confirmed true',
      'invoice.payment_registered true',
    ]);
    const seen = await fetch(/^http\S+\/sandbox\/inbox\/\S+$/m.exec(output)![0], { headers: { Accept: 'text/html' } });
    expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('A assinatura confere')]);
    const page = await fetch(/http\S+\/workflows\/invoice-\d+/.exec(output)![0]);
    expect(page.status).toBe(200);

    platform.child.kill('SIGTERM');
    expect(await once(platform.child, 'exit')).toEqual([0, null]);
  }, 120_000);
});
