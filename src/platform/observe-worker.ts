import { SpanKind } from '@opentelemetry/api';
import type { Histogram } from 'prom-client';
import type { Bulkhead } from '../base/concurrency/bulkhead.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { MandateGateway } from '../gateways/mandate.ts';
import { GatewayAccountError, GatewayUnavailableError, type PaymentGateway } from '../gateways/payment-gateway.ts';
import type { HttpSender, SendResult } from '../webhooks/http-sender.ts';
import type { WorkerMetrics } from '../base/telemetry/metrics.ts';
import { inSpan } from '../base/telemetry/scope.ts';

/** A sender whose requests are measured. */
export function measureSender(sender: HttpSender, { deliveries }: WorkerMetrics): HttpSender {
  return {
    ...sender,
    async post(url, options) {
      const sent = await sender.post(url, options);
      deliveries.observe({ outcome: outcomeOf(sent) }, sent.durationMs / 1_000);
      return sent;
    },
  };
}

function outcomeOf({ statusCode, error }: SendResult): string {
  if (error === null) return 'delivered';
  if (statusCode === null) return 'no_answer';
  if (statusCode >= 500) return 'server_error';
  return statusCode >= 400 ? 'client_error' : 'redirected';
}

/** Gateways whose calls are measured and traced. */
export function measureGateways(gateways: GatewayRegistry, { gatewayCalls }: WorkerMetrics): GatewayRegistry {
  return {
    ...gateways,
    open: async (em, name, store) => measureGateway(await gateways.open(em, name, store), gatewayCalls),
  };
}

type GatewayCalls = Histogram<'gateway' | 'operation' | 'outcome'>;

function measureGateway(gateway: PaymentGateway, calls: GatewayCalls): PaymentGateway {
  const measured = async <T>(operation: string, call: () => Promise<T>, outcome: (result: T) => string): Promise<T> => {
    const end = calls.startTimer({ gateway: gateway.name, operation });
    const options = { kind: SpanKind.CLIENT, attributes: { 'fatura.gateway': gateway.name } };
    try {
      const result = await inSpan(`gateway ${operation}`, options, call);
      end({ outcome: outcome(result) });
      return result;
    } catch (error) {
      end({ outcome: failureOf(error) });
      throw error;
    }
  };
  return {
    name: gateway.name,
    accountId: gateway.accountId,
    registerCharge: (request) =>
      measured(
        'register_charge',
        () => gateway.registerCharge(request),
        ({ status }) => status,
      ),
    queryCharge: (charge) =>
      measured(
        'query_charge',
        () => gateway.queryCharge(charge),
        (found) => found?.status ?? 'unknown',
      ),
    cancelCharge: (charge) =>
      measured(
        'cancel_charge',
        () => gateway.cancelCharge(charge),
        () => 'canceled',
      ),
    refundPayment: (request) =>
      measured(
        'refund_payment',
        () => gateway.refundPayment(request),
        ({ status }) => status,
      ),
    ...(gateway.answerDispute && {
      answerDispute: (answer) =>
        measured(
          'answer_dispute',
          () => gateway.answerDispute!(answer),
          ({ status }) => status,
        ),
    }),
    ...(gateway.forgetPayer
      ? {
          forgetPayer: (id: string) =>
            measured(
              'forget_payer',
              () => gateway.forgetPayer!(id),
              () => 'forgotten',
            ),
        }
      : {}),
    // No call: a signature is checked here.
    verifyCallback: (callback) => gateway.verifyCallback(callback),
    ...(gateway.mandates ? { mandates: measureMandates(gateway.mandates, measured) } : {}),
    ...(gateway.books ? { books: gateway.books } : {}),
  };
}

type Measured = <T>(operation: string, call: () => Promise<T>, outcome: (result: T) => string) => Promise<T>;

function measureMandates(mandates: MandateGateway, measured: Measured): MandateGateway {
  return {
    request: (request) =>
      measured(
        'request_mandate',
        () => mandates.request(request),
        ({ status }) => status,
      ),
    query: (gatewayMandateId) => mandates.query(gatewayMandateId),
    cancel: (mandate) =>
      measured(
        'cancel_mandate',
        () => mandates.cancel(mandate),
        () => 'canceled',
      ),
  };
}

function failureOf(error: unknown): string {
  if (error instanceof GatewayAccountError) return 'account_refused';
  return error instanceof GatewayUnavailableError ? 'unavailable' : 'failed';
}

/** A bulkhead whose refusals are counted. */
export function countRefusals(
  bulkhead: Bulkhead,
  { firstTriesRefused }: WorkerMetrics,
  work: 'charge' | 'delivery',
): Bulkhead {
  // Zero is told too: a counter that appears with its first refusal shows no increase.
  firstTriesRefused.inc({ work }, 0);
  return {
    async run(whom, task, isWell) {
      const result = await bulkhead.run(whom, task, isWell);
      if (result === null) firstTriesRefused.inc({ work });
      return result;
    },
  };
}

/** Steps of subscriptions whose outcomes are counted. */
export function countSteps<T extends Record<string, (input: never) => Promise<unknown>>>(
  steps: T,
  { subscriptionSteps }: WorkerMetrics,
): T {
  const counted = Object.entries(steps).map(([step, run]) => [
    step,
    async (input: never): Promise<unknown> => {
      try {
        const result = await run(input);
        subscriptionSteps.inc({ step, outcome: 'taken' });
        return result;
      } catch (error) {
        subscriptionSteps.inc({ step, outcome: 'failed' });
        throw error;
      }
    },
  ]);
  return Object.fromEntries(counted) as T;
}
