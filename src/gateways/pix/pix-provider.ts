import type { AddressPolicy } from '../../base/outgoing/address-policy.ts';
import { callbackPath } from '../callback-path.ts';
import type { GatewayProvider } from '../gateway-provider.ts';
import type { PaymentGateway } from '../payment-gateway.ts';
import { pricePayments } from '../price-payments.ts';
import { createBooks } from './books.ts';
import { problemsOf } from './charge-problems.ts';
import { createCharges } from './charges.ts';
import { askBank, checkForm } from './check-settings.ts';
import { createMandates } from './mandates.ts';
import { createPixApis } from './pix-api.ts';
import { PIX_SETTINGS, readAccess } from './pix-settings.ts';
import { carriesProof, readCallback } from './read-callback.ts';
import { createRefunds } from './refunds.ts';
import type { OurMark } from './txid.ts';

const PIX = 'pix';

/**
 * A store's own bank, by the Central Bank's API Pix (release 2.9.0, `bacen/pix-api`), which every bank and PSP of the
 * Pix speaks.
 */
export function createPixProvider({
  policy,
  publicUrl,
}: {
  policy: AddressPolicy;
  publicUrl: string;
}): GatewayProvider {
  const openApi = createPixApis(policy);
  return {
    name: PIX,
    title: 'API Pix',
    methods: ['pix'],
    settings: PIX_SETTINGS,
    // The bank is told of the address by a call, and not by a person.
    callbackEvents: [],

    async check({ store, settings }) {
      const errors = checkForm(settings);
      if (errors.length > 0) return errors;
      const access = readAccess(settings);
      const callbackUrl = `${publicUrl}${callbackPath(PIX, store)}/callbacks/${access.callbackSecret}`;
      return askBank(openApi(access), access, callbackUrl);
    },

    open(_em, { store, installation, accountId, settings }): PaymentGateway {
      const access = readAccess(settings);
      const mark: OurMark = { installation, store };
      const { pixKey, receiver } = access;
      const charges = { api: openApi(access), mark, pixKey, receiver };
      const gateway: PaymentGateway = {
        ...{ name: PIX, accountId },
        ...createCharges(charges),
        ...createRefunds(charges),
        ...(receiver && { mandates: createMandates(charges) }),
        books: createBooks(charges),
        // Rejects, as the port has it, and does not throw.
        // eslint-disable-next-line @typescript-eslint/require-await
        verifyCallback: async (callback) => readCallback(callback, { secret: access.callbackSecret, mark }),
      };
      return pricePayments(gateway, access.tariff);
    },

    carriesProof,
    problemsOf,
    takesMandates: ({ settings }) => Boolean(settings.account_number),
  };
}
