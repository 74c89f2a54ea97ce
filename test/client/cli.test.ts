import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Fatura, verifyWebhook } from '../../client/index.ts';
import { trigger, TRIGGERED } from '../../client/trigger.ts';
import type { WebhookEventType } from '../../client/webhooks.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/platform-process.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';

const PROGRAM = join(import.meta.dirname, '../../client/cli.ts');

describe('the command line', () => {
  const world = useSkippedTimeWorld();
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(args: string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    });
    children.push(child);
    const said = { output: '', errors: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
    return { child, said, ended };
  }

  test('listens, and loses and doubles no event while the API is killed and comes back', async () => {
    const store = await world.current.createStore();
    const { sandboxToken, receiver } = store;
    const sell = async (): Promise<number> => (await store.createInvoice()).id;
    await sell();
    const config = { ...world.current.config, port: await freePort() };
    const api = await startProcess('server', config);
    const env = { FATURA_TOKEN: sandboxToken, FATURA_URL: `http://127.0.0.1:${config.port}` };
    const { child, said, ended } = start(
      ['listen', '--forward-to', `${receiver.url}/listen`, '--event', 'invoice.created'],
      env,
    );
    await eventually(
      () => said.output,
      (output) => output.includes('Ready'),
    );
    const forwarded = () => receiver.received.filter(({ path }) => path === '/hook/listen');
    const soldAndHeard = async (ids: number[]) => {
      await eventually(
        () => forwarded().length,
        (count) => count >= ids.length,
      );
      expect(forwarded().map(({ data }) => data.invoice_id)).toEqual(ids);
    };
    const ids = [await sell(), await sell()];
    await soldAndHeard(ids);

    await api.kill9();
    for (let n = 0; n < 3; n += 1) ids.push(await sell());
    await eventually(
      () => said.errors,
      (errors) => errors.includes('It is asked again each second.'),
    );
    const again = await startProcess('server', config);
    await soldAndHeard(ids);

    const secret = /whsec_\S+/.exec(said.output)![0];
    for (const { body, headers } of forwarded()) verifyWebhook(body, headers, secret);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(said.output.match(/invoice\.created {2}200/g)).toHaveLength(5);
    await again.stop();
  }, 120_000);

  test('makes each event happen that it says it can', async () => {
    const { sandboxToken, companyId } = await world.current.createStore();
    const fatura = new Fatura({ baseUrl: world.current.baseUrl, token: sandboxToken });
    const happened: string[] = [];
    for (const event of TRIGGERED) {
      const id = await trigger(fatura, event as WebhookEventType);
      happened.push((await fatura.getEvent(id)).event);
    }
    expect(happened).toEqual(TRIGGERED);
    const env = { FATURA_TOKEN: sandboxToken, FATURA_URL: world.current.baseUrl };
    const { output, code } = await start(['trigger', 'invoice.created'], env).ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/^invoice\.created has happened: event \d+\n$/)]);
    const id = /event (\d+)/.exec(output)![1]!;
    expect(await start(['events', 'resend', id], env).ended).toMatchObject({ code: 0 });
    const { data } = await fatura.getEvent(Number(id));
    const opened = await start(['open', String(data.invoice_id)], env).ended;
    const [checkout, page, workflow] = opened.output
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)[1]!);
    expect((await fetch(checkout!)).status).toBe(200);
    expect(page).toBe(`${world.current.baseUrl}/panel/stores/${companyId}/sandbox/invoices/${String(data.invoice_id)}`);
    expect(workflow).toBe(`invoice-${String(data.invoice_id)}, in the Temporal UI`);
  }, 120_000);

  test.each([
    [['sing'], /no command sing/],
    [['listen'], /--forward-to must be the URL/],
    [['listen', '--forward-to', 'http://127.0.0.1:1', '--token', 'fatura_live_x'], /a token of the sandbox/],
    [['listen', '--forward-to', 'http://127.0.0.1:1'], /FATURA_TOKEN/],
    [['listen', '--to', 'x'], /Unknown option '--to'/],
    [['trigger', 'invoice.overdue'], /cannot be made|not an event that can be made/],
    [['events', 'resend', 'x'], /fatura events resend ID/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, errors } = await start(args).ended;
    expect([code, errors]).toEqual([2, expect.stringMatching(message)]);
  });
});
