#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { FaturaError } from './errors.ts';
import { Fatura } from './fatura.ts';
import { advanceClock, describeClock } from './clock.ts';
import { createSecret, eventsAfter, forward, newestEvent } from './listen.ts';
import { canTrigger, trigger, TRIGGERED } from './trigger.ts';

const USAGE = `fatura: the API of Fatura, for who develops against it

  fatura listen --forward-to URL [--event NAME]... [--after ID] [--secret whsec_...]
      Sends the store's events to a server of yours, signed as a webhook is.
  fatura trigger EVENT
      Makes an event happen in the sandbox. Without EVENT: which ones.
  fatura clock [advance P4D | advance 2027-02-01T09:00:00-03:00 | next | stop | reset]
      Shows the clock of the sandbox, or advances it, to the next thing that happens, and waits until it is there.
  fatura events resend ID
      Sends an event once more to the store's webhooks.
  fatura open INVOICE
      Opens the payer's page of an invoice in the browser, and names its page in the panel and its workflow.

  --token TOKEN     or FATURA_TOKEN: a token of the sandbox, fatura_test_...
  --base-url URL    or FATURA_URL; http://localhost:3000 unless given
`;

/** The command was not given as it should be. */
class UsageError extends Error {}

const COMMON = { token: { type: 'string' }, 'base-url': { type: 'string' } } as const;

interface Given {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

const COMMANDS: Record<string, { options: ParseArgsOptionsConfig; run: (given: Given) => Promise<void> }> = {
  listen: {
    options: {
      'forward-to': { type: 'string' },
      event: { type: 'string', multiple: true },
      after: { type: 'string' },
      secret: { type: 'string' },
    },
    run: listen,
  },
  trigger: { options: {}, run: triggerEvent },
  clock: { options: {}, run: clock },
  events: { options: {}, run: resend },
  open: { options: {}, run: open },
};

async function listen({ values }: Given): Promise<void> {
  const url = textOf(values, 'forward-to');
  if (!url || !URL.canParse(url)) throw new UsageError('--forward-to must be the URL of a server of yours.');
  const fatura = connect(values);
  const secret = textOf(values, 'secret') ?? createSecret();
  const wanted = values.event as string[] | undefined;
  const after = textOf(values, 'after');
  if (after !== undefined && !/^[1-9]\d*$/.test(after)) throw new UsageError('--after must be the id of an event.');
  const last = after === undefined ? await newestEvent(fatura) : Number(after);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  console.log(`The events are signed with ${secret}`);
  console.log(`Ready: events after ${last ?? 'the beginning'} go to ${url}`);
  const onInterrupted = (error: FaturaError): void => console.error(`${error.message} It is asked again each second.`);
  for await (const event of eventsAfter(fatura, last, { signal: stopping.signal, onInterrupted })) {
    if (wanted && !wanted.includes(event.event)) continue;
    console.log(`${event.created_at}  ${event.id}  ${event.event}  ${await forward(event, { url, secret })}`);
  }
}

async function triggerEvent({ values, positionals: [event] }: Given): Promise<void> {
  if (event === undefined) return console.log(TRIGGERED.join('\n'));
  if (!canTrigger(event)) {
    throw new UsageError(`${event} is not an event that can be made to happen. These are:\n${TRIGGERED.join('\n')}`);
  }
  const fatura = connect(values);
  console.log(`${event} has happened: event ${await trigger(fatura, event)}`);
}

async function clock({ values, positionals: [act, by] }: Given): Promise<void> {
  const usage = 'Usage: fatura clock [advance P4D | advance 2027-02-01T09:00:00-03:00 | next | stop | reset]';
  if ((act === 'advance') !== (by !== undefined)) throw new UsageError(usage);
  const fatura = connect(values);
  const say = (text: string): void => console.log(text);
  switch (act) {
    case undefined:
      return say(describeClock(await fatura.readSandboxClock()));
    case 'advance':
      return say(describeClock(await advanceClock(fatura, by!.startsWith('P') ? { advance: by! } : { to: by! }, say)));
    case 'next': {
      const { next } = await fatura.readSandboxClock();
      if (!next) return say('Nothing happens by itself.');
      return say(describeClock(await advanceClock(fatura, { to: next.at }, say)));
    }
    case 'stop':
      return say(describeClock(await fatura.stopSandboxClock()));
    case 'reset':
      await fatura.removeSandboxClock();
      return say('The sandbox has real time.');
    default:
      throw new UsageError(usage);
  }
}

async function resend({ values, positionals: [act, id] }: Given): Promise<void> {
  if (act !== 'resend' || id === undefined || !/^\d+$/.test(id)) throw new UsageError('Usage: fatura events resend ID');
  const { data } = await connect(values).redeliverEvent(Number(id));
  console.log(`Event ${id} is sent to ${data.length} webhooks: deliveries ${data.map((one) => one.id).join(', ')}`);
}

async function open({ values, positionals: [id] }: Given): Promise<void> {
  if (id === undefined || !/^\d+$/.test(id)) throw new UsageError('Usage: fatura open INVOICE, by its id');
  const fatura = connect(values);
  const { checkout_url: checkoutUrl } = await fatura.getInvoice(Number(id));
  const [event] = (await fatura.listEvents({ invoice_id: Number(id), limit: 1 })).data;
  const { origin } = new URL(checkoutUrl);
  console.log(`checkout  ${checkoutUrl}`);
  if (event) console.log(`panel     ${origin}/panel/stores/${event.company_id}/sandbox/invoices/${id}`);
  console.log(`workflow  invoice-${id}, in the Temporal UI`);
  // Where nobody looks on, as in a script, the addresses are all that is wanted.
  if (process.stdout.isTTY) openInBrowser(checkoutUrl);
}

/** With what the system opens addresses with. Where there is nothing, the address is printed anyway. */
function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  const opener = spawn(openers[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}

function connect(values: Given['values']): Fatura {
  const token = textOf(values, 'token') ?? process.env.FATURA_TOKEN;
  if (!token) throw new UsageError('Name a token of the sandbox: --token fatura_test_…, or FATURA_TOKEN.');
  if (!token.startsWith('fatura_test_')) throw new UsageError('Take a token of the sandbox, fatura_test_….');
  const baseUrl = textOf(values, 'base-url') ?? process.env.FATURA_URL ?? 'http://localhost:3000';
  return new Fatura({ baseUrl, token });
}

function textOf(values: Given['values'], name: string): string | undefined {
  return values[name] as string | undefined;
}

async function main([name = '', ...args]: string[]): Promise<void> {
  if (name === '' || name === 'help' || name === '--help') return console.log(USAGE);
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${USAGE}`);
  await command.run(parse(args, command.options));
}

function parse(args: string[], options: ParseArgsOptionsConfig): Given {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...COMMON, ...options } });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
