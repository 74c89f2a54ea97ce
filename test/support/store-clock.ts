import { eventually } from './eventually.ts';
import type { TestStore } from './world.ts';

/** The clock of a sandbox as the API shows it. */
export interface ClockBody {
  now: string;
  is_manual: boolean;
  status: 'advancing' | 'ready';
  target: string | null;
  done: number;
  waits_for: { what: string } | null;
  next: { at: string; what: string; invoice_id?: number; subscription_id?: number; delivery_id?: number } | null;
}

export const CLOCK = '/api/v1/sandbox/clock';

export async function readClock({ sandbox }: TestStore): Promise<ClockBody> {
  return (await sandbox.get<ClockBody>(CLOCK)).body;
}

/** Advances the clock of a store's sandbox, and waits until it is there. */
export async function advanceClock(
  store: TestStore,
  body: { advance: string } | { to: string },
  patience: { withinMs?: number } = {},
): Promise<ClockBody> {
  const { status, body: answer } = await store.sandbox.request<ClockBody>('POST', CLOCK, body);
  if (status !== 202) throw new Error(`The clock answered ${status}: ${JSON.stringify(answer)}`);
  return eventually(
    () => readClock(store),
    (clock) => clock.status === 'ready',
    patience,
  );
}
