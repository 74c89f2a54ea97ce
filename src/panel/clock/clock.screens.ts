import { DateTime } from 'luxon';
import { notFound, conflict } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import type { Store } from '../../base/environment.ts';
import { findClock } from '../../outbox/clocks/read-clock.ts';
import { advanceClock, removeClock, stopClock } from '../../outbox/clocks/set-clock.ts';
import { findNextMoment, nameHappening } from '../../outbox/clocks/work-of-store.ts';
import { formFields } from '../form-fields.ts';
import type { PanelDeps } from '../panel-deps.ts';
import { pathWithin } from '../path-within.ts';
import { act, screen } from '../screen.ts';
import { clockWords } from './clock.words.ts';

const words = clockWords;

const STEPS = ['P1D', 'P7D', 'P1M', 'next'] as const;
const PAGE_OF = { invoice: 'invoices', subscription: 'subscriptions', delivery: 'deliveries' } as const;

/** Production has no clock of its own. @throws ApiError 404 */
function ofSandbox({ environment }: Store): void {
  if (environment !== 'sandbox') throw notFound('page', 'at this address');
}

async function readNext({ em, clock }: PanelDeps, store: Store) {
  return findNextMoment(em, { companyId: store.companyId, now: await clock.now(store) });
}

const clockScreen = screen({
  id: 'clock',
  scope: 'store',
  path: '/clock',
  section: 'clock',
  words,
  async show({ deps, store, w, f, href }) {
    ofSandbox(store);
    const clock = await findClock(deps.em, store.companyId);
    const next = await readNext(deps, store);
    const happening = next && (await nameHappening(deps.em, next));
    return {
      template: 'clock/clock',
      title: w.title,
      data: {
        now: await deps.clock.now(store),
        isManual: clock !== null,
        state: clock?.targetAt ? w.advancesTo(f.moment(clock.targetAt)) : clock ? w.stands : w.realTime,
        isAdvancing: Boolean(clock?.targetAt),
        done: clock ? w.done(f.number(clock.done)) : null,
        next: next && {
          at: next.at,
          what: w.happenings[happening!],
          name: `${w.of[next.kind]} ${next.id}`,
          href: href(`/${PAGE_OF[next.kind]}/${next.id}`),
        },
        steps: STEPS.map((value) => ({ value, label: w.steps[value] })),
      },
    };
  },
});

const onClock = { scope: 'store', needs: 'collect', words, screen: clockScreen } as const;

interface AdvanceForm {
  by?: (typeof STEPS)[number];
  /** `2027-02-01T09:00`, in the store's time zone. */
  to?: string;
  /** The page to go back to. */
  back?: string;
}

const LOCAL_MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const advanceClockAct = act({
  ...onClock,
  id: 'advanceClock',
  path: '/clock/advance',
  form: joi.object<AdvanceForm>({
    by: formFields.choice(STEPS),
    to: joi.text().empty('').pattern(LOCAL_MINUTE),
    back: joi.text().empty('').max(500),
  }),
  async run({ deps, store, company, input, href }) {
    ofSandbox(store);
    const { by = 'P1D', to, back } = input;
    const body = to === undefined ? await stepOf(deps, store, by) : { to: momentOf(to, company.timeZone) };
    await advanceClock(deps, { store, body });
    return {
      goTo: back === undefined ? href('/clock') : pathWithin(back),
      subject: `company ${store.companyId}`,
      details: body,
    };
  },
});

async function stepOf(deps: PanelDeps, store: Store, by: (typeof STEPS)[number]) {
  if (by !== 'next') return { advance: by };
  const next = await readNext(deps, store);
  if (!next) throw conflict('nothing_next', 'Nothing happens by itself.');
  return { to: next.at.toISOString() };
}

function momentOf(local: string, timeZone: string): string {
  const moment = DateTime.fromISO(local, { zone: timeZone });
  // A text that names no moment counts as one that has passed.
  return (moment.isValid ? moment : DateTime.fromMillis(0)).toUTC().toISO()!;
}

const stopClockAct = act({
  ...onClock,
  id: 'stopClock',
  path: '/clock/stop',
  async run({ deps, store }) {
    ofSandbox(store);
    await stopClock(deps, store);
    return { subject: `company ${store.companyId}` };
  },
});

const removeClockAct = act({
  ...onClock,
  id: 'removeClock',
  path: '/clock/remove',
  async run({ deps, store }) {
    ofSandbox(store);
    await removeClock(deps, store);
    return { subject: `company ${store.companyId}` };
  },
});

export const clockScreens = [clockScreen];
export const clockActs = [advanceClockAct, stopClockAct, removeClockAct];
