import type { GatewayProvider } from '../../src/gateways/gateway-provider.ts';
import { PAYMENT_METHODS } from '../../src/banking/payment-method.ts';
import {
  GatewayAccountError,
  GatewayUnavailableError,
  InvalidCallbackError,
  type ChargeRequest,
  type ChargeResult,
  type PaymentGateway,
  type RefundResult,
} from '../../src/gateways/payment-gateway.ts';

/** How the next calls go: `loses` does what is asked and never answers, `shut` refuses the store its access. */
export type Mood = 'answers' | 'loses' | 'down' | 'shut';

export type ChargeState = 'payable' | 'paid' | 'refused' | 'canceled';

/** A gateway whose books are the test's own: it does what the test decides, once for each key. */
export class Till {
  mood: Mood = 'answers';
  /** Decides of a charge that is asked for for the first time. */
  decideCharge: (request: ChargeRequest) => ChargeResult = () => {
    throw new Error('Nobody said what becomes of this charge.');
  };
  decideRefund: (refundId: number) => RefundResult = () => {
    throw new Error('Nobody said what becomes of this refund.');
  };
  readonly charges = new Map<number, { cents: number; state: ChargeState; answer: ChargeResult }>();
  readonly refunds = new Map<number, { cents: number; answer: RefundResult }>();

  private readonly gateway: PaymentGateway = {
    name: 'till',
    accountId: 'account-1',
    registerCharge: (request) =>
      this.answer(() => {
        const { attemptId, amountCents: cents } = request;
        const known = this.charges.get(attemptId);
        if (known) return known.answer;
        const answer = this.decideCharge(request);
        const state = answer.status === 'refused' ? 'refused' : answer.paid ? 'paid' : 'payable';
        this.charges.set(attemptId, { cents, state, answer });
        return answer;
      }),
    queryCharge: ({ attemptId }) => this.answer(() => this.charges.get(attemptId)?.answer ?? null, { isRead: true }),
    cancelCharge: ({ attemptId }) =>
      this.answer(() => {
        const charge = this.charges.get(attemptId);
        if (charge?.state === 'payable') charge.state = 'canceled';
      }),
    refundPayment: ({ refundId, amountCents: cents }) =>
      this.answer(() => {
        const known = this.refunds.get(refundId) ?? { cents, answer: this.decideRefund(refundId) };
        this.refunds.set(refundId, known);
        return known.answer;
      }),
    verifyCallback: () => Promise.reject(new InvalidCallbackError('The till is called back for by the test.')),
  };

  readonly provider: GatewayProvider = {
    name: 'till',
    title: 'The till',
    settings: [],
    methods: PAYMENT_METHODS,
    callbackEvents: [],
    check: () => Promise.resolve([]),
    open: () => this.gateway,
    carriesProof: () => false,
    problemsOf: () => [],
    cardEntry: () => ({
      tokeniser: { name: 'none.js', path: '/none.js' },
      ...{ options: {}, hasOwnFields: false, brands: [], origins: { scripts: [], frames: [], connections: [] } },
    }),
  };

  // Rejects, as the port has it, and does not throw.
  // eslint-disable-next-line @typescript-eslint/require-await
  private async answer<T>(act: () => T, { isRead = false } = {}): Promise<T> {
    if (this.mood === 'down') throw new GatewayUnavailableError('The till is down.');
    if (this.mood === 'shut') throw new GatewayAccountError('key_refused', 'The till knows no such store.');
    const result = act();
    if (this.mood === 'loses' && !isRead) throw new GatewayUnavailableError('The till did not answer in time.');
    return result;
  }
}
