import { screen } from '../screen.ts';
import { goLiveWords } from './go-live.words.ts';
import { readReadiness, type StepState } from './read-readiness.ts';

const TONES = { done: 'good', open: 'plain', refused: 'bad' } as const satisfies Record<StepState, string>;
const PLACES = {
  ...{ beneficiary: '/settings', brand: '/settings', token: '/tokens', webhook: '/webhooks' },
  invoice: '/invoices/new',
} as const;

/** The way of a store to its first sale in production: the gateways come first, as nothing is sold without them. */
const goLiveScreen = screen({
  id: 'goLive',
  scope: 'store',
  path: '/go-live',
  section: 'overview',
  needs: 'view',
  words: goLiveWords,
  show: async (request) => {
    const { store, w, t, href } = request;
    if (store.environment === 'sandbox') {
      return { redirectTo: `/panel/stores/${store.companyId}/production/go-live` };
    }
    const { methods, steps, isBlocked, done, all } = await readReadiness(request);
    return {
      template: 'go-live/go-live',
      title: w.title,
      data: {
        ...{ isBlocked, done, all },
        gateways: methods.map(({ method, state }) => ({
          ...{ label: w.receiveBy(t.methods[method]), href: href('/settings/gateway') },
          ...{ state: w.gatewayStates[state], tone: TONES[state] },
        })),
        steps: steps.map(({ step, state }) => ({
          ...{ label: w.steps[step].label, why: w.steps[step].why },
          href: step === 'factor' ? '/panel/account/second-factor' : href(PLACES[step]),
          ...{ state: w.states[state], tone: TONES[state] },
        })),
      },
    };
  },
});

export const goLiveScreens = [goLiveScreen];
