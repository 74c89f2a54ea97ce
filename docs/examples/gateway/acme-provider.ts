// A worked example: the gateway of an invented payment company that takes Pix. docs/gateways.md walks through it, and
// test/gateways/example-contract.test.ts holds it to the contract of every gateway.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { request } from 'undici';
import type { GatewayProvider, GatewaySettings } from '../../../src/gateways/gateway-provider.ts';
import {
  GatewayAccountError,
  GatewayUnavailableError,
  InvalidCallbackError,
  type ChargeResult,
  type GatewayEvent,
  type PaymentGateway,
} from '../../../src/gateways/payment-gateway.ts';

const TIMEOUT_MS = 10_000;

/** A charge as Acme has it. */
interface AcmeCharge {
  id: string;
  attempt: number;
  status: 'open' | 'paid' | 'canceled';
  cents: number;
  code: string;
  ends_at: string;
  paid_at: string | null;
}

/** 1. How a store sets it up: its settings, a check of them, and the methods that it can collect by. */
export function createAcmeProvider(): GatewayProvider {
  return {
    name: 'acme',
    title: 'Acme Pay',
    methods: ['pix'],
    callbackEvents: ['charge.paid', 'refund.done'],
    settings: [
      {
        name: 'url',
        label: { pt: 'Endereço', en: 'Address' },
        hint: { pt: 'Da API da Acme.', en: 'Of the API of Acme.' },
        isSecret: false,
        isRequired: true,
      },
      {
        name: 'key',
        label: { pt: 'Chave', en: 'Key' },
        hint: { pt: 'Do painel da Acme.', en: 'From the dashboard of Acme.' },
        isSecret: true,
        isRequired: true,
      },
    ],
    async check({ settings }) {
      const answer = await call(settings, 'GET', '/account').catch((error: unknown) => error);
      if (answer instanceof GatewayAccountError) {
        return [{ field: 'key', code: 'key_refused', message: 'Acme does not take the key: copy it again.' }];
      }
      if (answer instanceof Error) throw answer;
      const { id, name } = answer as { id: string; name: string };
      return { accountId: id, displayName: name, methods: ['pix'] };
    },
    open: (_em, { accountId, settings }) => createAcmeGateway(accountId, settings),
    carriesProof: ({ headers }) => typeof headers['acme-signature'] === 'string',
    problemsOf: ({ amountCents }) =>
      amountCents < 100
        ? [{ field: 'products', code: 'amount_not_allowed', message: 'Acme takes a charge from 1.00.' }]
        : [],
  };
}

/** 2. The calls that it makes for a store. Each may be repeated: the attempt's id, or the refund's, is the key. */
function createAcmeGateway(accountId: string, settings: GatewaySettings): PaymentGateway {
  const ask = (method: Method, path: string, body?: object) => call(settings, method, path, body);
  return {
    name: 'acme',
    accountId,
    async registerCharge({ attemptId, amountCents, expiresAt }) {
      const body = { cents: amountCents, ends_at: expiresAt };
      return resultOf((await ask('PUT', `/charges/${attemptId}`, body)) as AcmeCharge);
    },
    async queryCharge({ attemptId }) {
      const charge = (await ask('GET', `/charges/${attemptId}`)) as AcmeCharge | null;
      return charge && resultOf(charge);
    },
    async cancelCharge({ attemptId }) {
      await ask('POST', `/charges/${attemptId}/cancel`);
    },
    async refundPayment({ refundId, gatewayPaymentId, amountCents }) {
      const body = { charge: gatewayPaymentId, cents: amountCents };
      await ask('PUT', `/refunds/${refundId}`, body);
      return { status: 'pending', gatewayRefundId: `acme-${refundId}` };
    },
    // Rejects, as the port has it, and does not throw.
    // eslint-disable-next-line @typescript-eslint/require-await
    async verifyCallback({ body, headers }) {
      const given = Buffer.from(String(headers['acme-signature']), 'hex');
      const own = createHmac('sha256', settings.key!).update(body).digest();
      if (given.length !== own.length || !timingSafeEqual(given, own)) {
        throw new InvalidCallbackError('The signature does not match the body.');
      }
      return eventsOf(JSON.parse(body) as AcmeEvent);
    },
  };
}

function resultOf({ id, status, cents, code, ends_at: expiresAt, paid_at: paidAt }: AcmeCharge): ChargeResult {
  if (status === 'canceled') return { status: 'refused', chargeId: id, reason: 'canceled_at_gateway', isFinal: true };
  return {
    status: 'registered',
    chargeId: id,
    artefacts: { method: 'pix', qrCode: code, txid: null, expiresAt },
    ...(paidAt ? { paid: { paymentId: id, amountCents: cents, paidAt } } : {}),
  };
}

/** A callback of Acme's. */
type AcmeEvent =
  { id: string; type: 'charge.paid'; charge: AcmeCharge } | { id: string; type: 'refund.done'; refund: number };

/** 3. Its callbacks, in the words of the port. */
function eventsOf(event: AcmeEvent): GatewayEvent[] {
  const { id } = event;
  switch (event.type) {
    case 'charge.paid': {
      const { id: paymentId, attempt: attemptId, cents: amountCents, paid_at: paidAt } = event.charge;
      return [{ id, type: 'payment_confirmed', attemptId, paymentId, amountCents, paidAt: paidAt! }];
    }
    case 'refund.done':
      return [{ id, type: 'refund_confirmed', refundId: event.refund, gatewayRefundId: `acme-${event.refund}` }];
    default:
      // An event of no interest is acknowledged all the same.
      return [];
  }
}

type Method = 'GET' | 'PUT' | 'POST';

/** 4. How a failure is told: what a retry can mend, and a refused key, are errors of the port. */
async function call(settings: GatewaySettings, method: Method, path: string, body?: object): Promise<unknown> {
  const answer = await request(`${settings.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${settings.key}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    throw new GatewayUnavailableError('Acme did not answer.', { cause: error });
  });
  const text = await answer.body.text();
  if (answer.statusCode === 404) return null;
  if (answer.statusCode === 401) throw new GatewayAccountError('key_refused', 'Acme refuses the key of the store.');
  if (answer.statusCode >= 300) throw new GatewayUnavailableError(`Acme answered ${answer.statusCode}.`);
  return text === '' ? null : (JSON.parse(text) as unknown);
}
