import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import type { Chance } from './support/chance.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import type { Platform, ProgramName } from './support/platform.ts';
import { engineOf, openScene, shorten, type Scene } from './support/scene.ts';
import { createSandboxStore } from './support/stores.ts';

/** How many lives are disturbed, each from a seed of its own, and how far their clocks go. */
const EXTENT = { quick: { lives: 1, days: 25 }, whole: { lives: 20, days: 25 } };
const VICTIMS = ['api', 'worker', 'temporal'] as const satisfies readonly ProgramName[];
const UP_MS = { least: 100, most: 1_500 };
const DOWN_MS = { least: 0, most: 800 };
/** An advance of a few seconds is disturbed so often, and then left in peace. */
const MOST_KILLS = 6;
const ARRIVAL_MS = 240_000;
const LOOK_MS = 100;
const METHODS = ['pix', 'boleto', 'card'] as const;

interface Life {
  companyId: number;
  /** The clock stood here when the life began. */
  base: number;
  kills: string[];
}

/** `kill -9` of API, worker and Temporal in the middle of an advance of a sandbox's clock. */
export const advance: Fault = {
  name: 'advance',
  async run(context: FaultContext): Promise<Outcome> {
    const { lives, days } = context.quick ? EXTENT.quick : EXTENT.whole;
    const scene = await openScene(context);
    try {
      const calm = await live(scene, { days, disturb: () => Promise.resolve([]) });
      const told = await readStory(scene.platform, calm);
      context.say(`a life in peace: ${told.length} events`);
      const disturbed: Life[] = [];
      for (let number = 1; number <= lives; number += 1) {
        const chance = context.chance.of(`life ${number}`);
        const one = await live(scene, { days, disturb: (isOver) => killSome(scene.platform, chance, isOver) });
        disturbed.push(one);
        context.say(`life ${number} of ${lives}: kill -9 of ${one.kills.join(', ')}`);
      }
      const checks: Check[] = [];
      for (const [index, one] of disturbed.entries()) {
        const problems = differences(told, await readStory(scene.platform, one));
        checks.push({ name: `life ${index + 1} is told as the life in peace`, problems: shorten(problems) });
        checks.push({
          name: `life ${index + 1} delivers each event`,
          problems: shorten(await readUndelivered(scene.platform, one)),
        });
      }
      return {
        checks,
        facts: [
          `engine: ${engineOf(context)}`,
          `lives: ${lives} of ${days} days, ${told.length} events each`,
          `killed: ${disturbed.reduce((sum, { kills }) => sum + kills.length, 0)}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/** Sells by every method and subscribes, lets the clock go, and waits until it is there. */
async function live(
  { platform, receivers }: Scene,
  { days, disturb }: { days: number; disturb: (isOver: () => boolean) => Promise<string[]> },
): Promise<Life> {
  const store = await createSandboxStore(platform, receivers);
  const { companyId } = store;
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${platform.publicUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${store.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    await response.text();
  };
  const base = DateTime.now()
    .setZone('America/Sao_Paulo')
    .plus({ days: 1 })
    .startOf('day')
    .plus({ hours: 12, minutes: 17 });
  await post('/sandbox/clock', { to: base.toISO() });
  await arrival(platform, companyId);
  for (const [index, method] of METHODS.entries()) {
    const order = (quantity: number) => ({
      customer_id: store.customerId,
      products: [{ product_id: store.productId, quantity }],
      payment_method: method,
    });
    await post('/invoices', order(index + 1));
    const card = method === 'card' ? { card_token: 'tok_insufficient_funds' } : {};
    await post('/subscriptions', { ...order(index + 11), interval: 'week', ...card });
  }
  await post('/sandbox/clock', { advance: `P${days}D` });
  let isOver = false;
  const arriving = arrival(platform, companyId).finally(() => (isOver = true));
  arriving.catch(() => undefined);
  const kills = await disturb(() => isOver);
  await arriving;
  return { companyId, base: base.toMillis(), kills };
}

async function killSome({ programs }: Platform, chance: Chance, isOver: () => boolean): Promise<string[]> {
  const kills: string[] = [];
  while (kills.length < MOST_KILLS) {
    await sleep(chance.between(UP_MS.least, UP_MS.most));
    if (isOver()) break;
    const victim = chance.one(VICTIMS);
    await programs[victim].kill();
    kills.push(victim);
    await sleep(chance.between(DOWN_MS.least, DOWN_MS.most));
    await programs[victim].start();
  }
  return kills;
}

/** Waits until the clock of a company's sandbox rests. */
async function arrival({ query }: Platform, companyId: number): Promise<void> {
  for (const end = Date.now() + ARRIVAL_MS; ; await sleep(LOOK_MS)) {
    const [clock] = await query<{ now_at: Date; target_at: Date | null }>(
      'select now_at, target_at from sandbox_clocks where company_id = $1',
      [companyId],
    );
    if (clock && clock.target_at === null) return;
    if (Date.now() > end) throw new Error(`The clock of company ${companyId} stays at ${clock?.now_at.toISOString()}.`);
  }
}

interface Told {
  who: string;
  event: string;
  /** Milliseconds since the life began. */
  at: number;
}

/**
 * The events of a life: whose each is, and when it happened, in the order in which they happened to each. The order
 * within a moment is nobody's promise: a subscription may have two cards' answers in one.
 */
async function readStory({ query }: Platform, { companyId, base }: Life): Promise<Told[]> {
  const rows = await query<{ who: string; event: string; at: Date }>(
    `select resource_type || ' of ' || (body_of_event(id)::jsonb->'data'->>'total') || ' due '
       || coalesce(body_of_event(id)::jsonb->'data'->>'due_date', 'never') as who,
       type as event, created_at as at
     from events where company_id = $1 and created_at >= $2 order by 1, 3, 2`,
    [companyId, new Date(base)],
  );
  return rows.map(({ who, event, at }) => ({ who, event, at: at.getTime() - base }));
}

function differences(expected: readonly Told[], found: readonly Told[]): string[] {
  const lineOf = (one: Told | undefined): string => (one ? `${one.who}: ${one.event} after ${one.at} ms` : 'nothing');
  return Array.from({ length: Math.max(expected.length, found.length) }, (_, index) => index)
    .filter((index) => lineOf(expected[index]) !== lineOf(found[index]))
    .map((index) => `${lineOf(found[index])}, where it was ${lineOf(expected[index])}`);
}

async function readUndelivered({ query }: Platform, { companyId }: Life): Promise<string[]> {
  const rows = await query<{ id: string; state: string }>(
    `select id, state from webhook_deliveries where company_id = $1 and state <> 'delivered' order by id`,
    [companyId],
  );
  return rows.map(({ id, state }) => `delivery ${id} is ${state}`);
}
