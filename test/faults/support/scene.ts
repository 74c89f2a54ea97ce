import { CHECK_NAMES, settle, type Books, type Contradiction, type Excuse, type Lost } from './audit.ts';
import { createClient, type Client } from './client.ts';
import { HONEST, startCourier, type Conduct, type Courier } from './courier.ts';
import type { Check, FaultContext } from './fault.ts';
import { startPlatform, type Engine, type Platform, type PlatformOptions } from './platform.ts';
import { describeInvoice, describeWorkflow } from './record.ts';
import { startReceivers, type Receivers } from './receivers.ts';
import { createStores, type FaultStore } from './stores.ts';
import { startTill, type Till } from './till.ts';
import { chargesOf, startLives, startTraffic, type Bill, type Traffic, type TrafficOptions } from './traffic.ts';

/**
 * A platform of real processes with its stores; and gateway, receivers and client systems in this process, which nobody
 * kills.
 */
export interface Scene {
  platform: Platform;
  till: Till;
  courier: Courier;
  receivers: Receivers;
  client: Client;
  stores: FaultStore[];
  startTraffic(options: TrafficOptions): Traffic;
  startLives(options: Parameters<typeof startLives>[1]): ReturnType<typeof startLives>;
  /** Holds the record to the ledgers, once everything has had its time. */
  check(bills: readonly Bill[], excuses?: readonly Excuse[], lost?: Lost): Promise<Check[]>;
  stop: () => Promise<void>;
}

export interface SceneOptions extends Pick<
  PlatformOptions,
  'prepareCluster' | 'postgres' | 'version' | 'apiOpenFiles'
> {
  /** Which events the gateway tells, how and when: honestly, unless it is told otherwise. */
  conduct?: (till: Till) => Conduct;
  /** Replaces addresses for a process: where a proxy stands before the service that it calls. */
  reroute?: (real: {
    databaseUrl: string;
    temporalAddress: string;
    till: Till;
    receivers: Receivers;
  }) => ReturnType<NonNullable<PlatformOptions['reroute']>>;
  /** Where webhooks go instead of to the receivers themselves. */
  receiversAt?: (receivers: Receivers) => Promise<Receivers>;
}

/** The report shows this many of a kind, with all lines of the ledgers. */
const SHOWN = 3;

export function engineOf({ quick }: Pick<FaultContext, 'quick'>): Engine {
  return quick ? 'development-server' : 'temporal-on-postgres';
}

export async function openScene(context: FaultContext, options: SceneOptions = {}): Promise<Scene> {
  const { chance, say } = context;
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    for (const { stop: end } of started.splice(0).reverse()) await end();
  };
  const keep = <T extends { stop: () => Promise<unknown> }>(one: T): T => {
    started.push(one);
    return one;
  };
  try {
    const till = await startTill();
    keep(till.stripe);
    const ownReceivers = keep(await startReceivers(chance.of('receivers')));
    const receivers = (await options.receiversAt?.(ownReceivers)) ?? ownReceivers;
    const { reroute, prepareCluster, postgres, version, apiOpenFiles } = options;
    const engine = engineOf(context);
    const platform = keep(
      await startPlatform({
        engine,
        stripeApiUrl: till.stripe.url,
        ...(postgres ? { postgres } : {}),
        ...(version ? { version } : {}),
        ...(apiOpenFiles ? { apiOpenFiles } : {}),
        ...(prepareCluster ? { prepareCluster } : {}),
        ...(reroute ? { reroute: (real) => reroute({ ...real, till, receivers }) } : {}),
        onProgress: say,
      }),
    );
    const stores = await createStores(platform, { stripeApiUrl: till.stripe.url, receivers });
    const endpoints = new Map(stores.map(({ companyId, callbacks }) => [`${companyId}-sandbox`, callbacks]));
    const conduct = options.conduct?.(till) ?? HONEST;
    const courier = keep(startCourier(till.stripe, (store) => endpoints.get(store), conduct));
    const bank = keep(startBank(till));
    const client = createClient(platform.publicUrl);
    say(`up: PostgreSQL, Temporal (${engine}), API, worker, ${stores.length} stores`);
    return {
      ...{ platform, till, courier, receivers, client, stores, stop },
      startTraffic(given) {
        const theirs = stores.filter(({ gateway }) => (given.gateway ?? gateway) === gateway);
        return startTraffic({ client, till, stores: theirs, chance }, given);
      },
      startLives: (given) => startLives({ client, till, stores, chance }, given),
      async check(bills, excuses = [], lost = undefined) {
        const books: Books = { platform, bills, till, courier, receivers, excuses, ...(lost ? { lost } : {}) };
        const found = await settle(books);
        bank.check();
        return [
          ...(await Promise.all(CHECK_NAMES.map(async (name) => ({ name, problems: await tell(books, found, name) })))),
          findBadAnswers(client),
          {
            name: 'the API ends only when it is killed',
            problems: platform.programs.api.endedByItself.map(({ how }) => how),
          },
        ];
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Refunds of Pix wait for the bank, which makes them after a while. */
function startBank({ stripe }: Till): { check(): void; stop(): Promise<void> } {
  const made = new Set<string>();
  let failure: Error | null = null;
  let read = 0;
  const round = (): void => {
    for (; read < stripe.events.length; read += 1) {
      const { type, data } = stripe.events[read]!;
      if (type !== 'refund.created' || !('id' in data.object) || made.has(data.object.id)) continue;
      made.add(data.object.id);
      if ('status' in data.object && data.object.status === 'pending') stripe.settleRefund(data.object.id, 'succeeded');
    }
  };
  const timer = setInterval(() => {
    try {
      round();
    } catch (error) {
      failure ??= error as Error;
    }
  }, 300);
  return {
    check() {
      if (failure) throw failure;
    },
    stop() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

/** An answer is a success, a refusal that says why, or a 503 that says when to come back. */
function findBadAnswers({ seen }: Client): Check {
  const bad = seen.filter(
    ({ status, retryAfter }) => status !== null && status >= 500 && (status !== 503 || !retryAfter),
  );
  const lines = bad.map(
    ({ at, method, path, status, code }) => `${timeOf(at)} ${method} ${path}: ${status} ${code ?? ''}`,
  );
  return { name: 'no answer is a failure but 503 with Retry-After', problems: shorten(lines) };
}

async function tell(books: Books, found: readonly Contradiction[], name: string): Promise<string[]> {
  const those = found.filter(({ check }) => check === name);
  const shown = await Promise.all(
    those.slice(0, SHOWN).map(async ({ what, bill }) => [what, ...(bill ? await linesOf(books, bill) : [])].join('\n')),
  );
  return those.length > SHOWN ? [...shown, `… and ${those.length - SHOWN} more`] : shown;
}

/** All that the ledgers and the record have of an invoice. */
async function linesOf({ platform, till, courier, receivers }: Books, bill: Bill): Promise<string[]> {
  const { key, id, plan, method, totalCents, store, lines } = bill;
  const attempts = new Set(chargesOf(till, bill).map(({ metadata }) => metadata.fatura_attempt));
  const charges = chargesOf(till, bill).flatMap((charge) => [
    `charge ${charge.id} of attempt ${charge.metadata.fatura_attempt}: ${charge.status}, ${till.receivedCents(charge)} received`,
    ...till.refundsOf(charge).map((refund) => `refund ${refund.id} ${refund.status} ${refund.amount}`),
  ]);
  const callbacks = courier.lines
    .filter(({ attempt }) => attempt !== null && attempts.has(attempt))
    .map(({ at, eventId, type, what, status }) => `${timeOf(at)} ${what} ${type} ${eventId}: ${status ?? 'no answer'}`);
  const arrivals = receivers.arrivals
    .filter(({ invoiceId, path }) => invoiceId === id && path.startsWith(`/${store.companyId}/`))
    .map(
      ({ at, path, webhookId, event, status }) => `${timeOf(at)} ${path} ${webhookId} ${event}: ${status ?? 'cut off'}`,
    );
  const section = (title: string, all: readonly string[]): string[] => [
    `  ${title}:`,
    ...all.map((line) => `    ${line}`),
  ];
  return [
    `  ${key}: invoice ${id} of store ${store.companyId} (${store.gateway}), ${method}, ${totalCents} cents, to ${plan}`,
    ...section('what was asked of the API', lines),
    ...section("the gateway's ledger", [...charges, ...callbacks]),
    ...section("the receivers' ledger", arrivals),
    ...section('the record', id === null ? [] : await describeInvoice(platform, id)),
    ...section('its workflow', id === null ? [] : await describeWorkflow(platform, id)),
  ];
}

export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

export function shorten(lines: readonly string[], most = 10): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most), `… and ${lines.length - most} more`];
}
