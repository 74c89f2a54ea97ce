import { fileURLToPath } from 'node:url';
import { PAYMENT_METHODS } from '../../banking/payment-method.ts';
import type { GatewayProvider } from '../gateway-provider.ts';
import { createStripeClient } from './call-stripe.ts';
import { problemsOf } from './charge-problems.ts';
import { askAccount, checkForm } from './check-settings.ts';
import { CALLBACK_EVENTS } from './read-event.ts';
import { createStripeGateway, SIGNATURE_HEADER } from './stripe-gateway.ts';
import { STRIPE_SETTINGS } from './stripe-settings.ts';

const STRIPE = 'stripe';

/** @param apiUrl another address than Stripe's, for tests */
export function createStripeProvider({ apiUrl }: { apiUrl: string | undefined }): GatewayProvider {
  return {
    name: STRIPE,
    title: 'Stripe',
    methods: PAYMENT_METHODS,
    settings: STRIPE_SETTINGS,
    callbackEvents: CALLBACK_EVENTS,

    async check({ store: { environment }, settings }) {
      const errors = checkForm(environment, settings);
      return errors.length > 0 ? errors : askAccount(await createStripeClient(settings.secret_key!, apiUrl), settings);
    },

    async open(em, { store, installation, accountId, settings }) {
      return createStripeGateway({
        em,
        stripe: await createStripeClient(settings.secret_key!, apiUrl),
        name: STRIPE,
        accountId,
        mark: { installation, store },
        callbackSecret: settings.callback_secret!,
        statementSuffix: settings.statement_suffix || undefined,
      });
    },

    carriesProof: ({ headers: { [SIGNATURE_HEADER]: signature } }) => typeof signature === 'string' && signature !== '',

    problemsOf,

    cardEntry({ settings }) {
      return {
        tokeniser: {
          name: 'tokeniser-stripe.js',
          path: fileURLToPath(new URL('./assets/tokeniser-stripe.js', import.meta.url)),
        },
        options: { publishableKey: settings.publishable_key ?? '' },
        hasOwnFields: true,
        // https://docs.stripe.com/payments/cards/supported-card-brands, of accounts in Brazil.
        brands: ['visa', 'mastercard', 'elo', 'amex'],
        // https://docs.stripe.com/security/guide#content-security-policy
        origins: {
          scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
          frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
          connections: ['https://api.stripe.com'],
        },
      };
    },
  };
}
