import { activityInfo, log } from '@temporalio/activity';
import { nameOfStore, type Environment } from '../src/base/environment.ts';
import type { Bulkhead, Timed } from '../src/base/concurrency/bulkhead.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { GatewayUnavailableError } from '../src/gateways/payment-gateway.ts';
import type { RegisterChargeDeps } from '../src/payments/register-charge.ts';
import type { DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';
import { deliveryAttemptOf, isUntried, type DeliveryAttemptInput } from '../src/webhooks/first-attempt.ts';
import type { HttpSender } from '../src/webhooks/http-sender.ts';
import { makeAttempt, type DeliveryOutcome } from './deliver-webhook.ts';
import { newsOf } from './read-invoice.ts';
import { takeToGateway } from './register-charge.ts';
import { retryAfterSecondsOf } from './translate-failures.ts';

export type FirstTriesActivity = ReturnType<typeof createFirstTries>;

export interface FirstTriesInput {
  charge: {
    attemptId: number;
    invoiceId: number;
    /** The store whose account at the gateway the charge is for. */
    companyId: number;
    environment: Environment;
  } | null;
  deliveries: DeliveryAttemptInput[];
  /** Deliveries that the run began before: another activity has them, though the record may know of no attempt. */
  begun?: number[];
  /** The store of the deliveries. Absent where a delivery has a workflow of its own, and in runs of before 0.8.0. */
  companyId?: number;
  /** Absent where the store is, and in runs of before 0.9.0. */
  environment?: Environment;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
}

export interface FirstTriesOutput {
  charge: TriedCharge | null;
  /** The state of the invoice once its charge is registered. */
  news: InvoiceNews | null;
  /** By delivery: those that were asked for, and those that the registration added. */
  deliveries: [deliveryId: number, tried: TriedDelivery][];
}

export type TriedCharge =
  | { status: 'registered' }
  /** Not tried: the ordinary activity does it. */
  | { status: 'elsewhere' }
  /** Tried, and it may have reached the gateway, which may ask to be left alone for so long. */
  | { status: 'lost'; retryAfterSeconds: number | null };

export type TriedDelivery =
  | DeliveryOutcome
  /** Not tried, or lost: the ordinary activity does it. */
  | { status: 'elsewhere' };

export interface FirstTriesDeps {
  charging: RegisterChargeDeps;
  /** By store: a gateway may be well for one and not for another. */
  charges: Bulkhead;
  delivering: DeliverWebhookDeps;
  /** By endpoint. */
  deliveries: Bulkhead;
  /** Is told when the first tries of a workflow are over. */
  onEnd: (workflowId: string) => void;
}

/**
 * The first tries of the work that is due for an invoice, in the worker that has its workflow's task: its charge is
 * taken to the gateway, and its events to their receivers, with those that the registration adds. The activity never
 * throws for a fault of the gateway or a receiver.
 */
export function createFirstTries({ charging, charges, delivering, deliveries, onEnd }: FirstTriesDeps) {
  const register = async (charge: NonNullable<FirstTriesInput['charge']>, at: Date): Promise<TriedCharge> => {
    const { attemptId, invoiceId, companyId, environment } = charge;
    const call = async (): Promise<TriedCharge> => {
      try {
        await takeToGateway(charging, { invoiceId, attemptId, at, isRetry: false });
        return { status: 'registered' };
      } catch (error) {
        const level = error instanceof GatewayUnavailableError ? 'warn' : 'error';
        log[level]('the first try of a charge failed', { error, attempt_id: attemptId });
        return { status: 'lost', retryAfterSeconds: retryAfterSecondsOf(error) };
      }
    };
    const isWell = ({ status }: TriedCharge): boolean => status === 'registered';
    const tried = await charges.run({ key: nameOfStore({ companyId, environment }) }, (timed) => timed(call), isWell);
    return tried ?? { status: 'elsewhere' };
  };

  const deliver = async (
    input: DeliveryAttemptInput,
    { companyId, environment, holder }: Pick<FirstTriesInput, 'companyId' | 'environment'> & { holder: object },
  ): Promise<[number, TriedDelivery]> => {
    const group = companyId === undefined ? undefined : String(companyId);
    const storeName =
      companyId === undefined || environment === undefined ? undefined : nameOfStore({ companyId, environment });
    const whom = { key: String(input.endpointId), group, holder };
    const { sender } = delivering;
    const attempt = (timed: Timed): Promise<TriedDelivery> => {
      const timedSender: HttpSender = { ...sender, post: (url, given) => timed(() => sender.post(url, given)) };
      return makeAttempt({ ...delivering, sender: timedSender }, input, { number: input.attemptsMade + 1, storeName });
    };
    // A postponed delivery was not sent, which says nothing of the receiver.
    const isWell = ({ status }: TriedDelivery): boolean => ['ended', 'held', 'postponed'].includes(status);
    const tried = await deliveries.run(whom, attempt, isWell).catch((error: unknown) => {
      log.error('the first try of a delivery failed', { error, delivery_id: input.deliveryId });
      return null;
    });
    return [input.deliveryId, tried ?? { status: 'elsewhere' }];
  };

  /** News of a charge that was registered, with the first tries of the events that it brought. */
  const registerAndTell = async (
    charge: NonNullable<FirstTriesInput['charge']>,
    { at, deliveries: known, begun = [] }: FirstTriesInput,
    holder: object,
  ): Promise<FirstTriesOutput> => {
    const tried = await register(charge, new Date(at));
    if (tried.status !== 'registered') return { charge: tried, news: null, deliveries: [] };
    // The charge is registered whether or not the record can be read now: the workflow asks for the news then.
    const news = await newsOf(charging.em, charge.invoiceId).catch(() => null);
    if (!news) return { charge: tried, news, deliveries: [] };
    const isKnown = new Set([...begun, ...known.map(({ deliveryId }) => deliveryId)]);
    const fresh = news.deliveries.filter((order) => isUntried(order) && !isKnown.has(order.deliveryId));
    return {
      charge: tried,
      news,
      deliveries: await Promise.all(fresh.map((order) => deliver(deliveryAttemptOf(order), { ...charge, holder }))),
    };
  };

  return {
    async tryHere(input: FirstTriesInput): Promise<FirstTriesOutput> {
      // All tries of this task end with the slowest.
      const holder = {};
      const [registered, told] = await Promise.all([
        input.charge && registerAndTell(input.charge, input, holder),
        Promise.all(input.deliveries.map((one) => deliver(one, { ...input, holder }))),
      ]).finally(() => onEnd(activityInfo().workflowExecution!.workflowId));
      const { charge = null, news = null, deliveries: brought = [] } = registered ?? {};
      return { charge, news, deliveries: [...told, ...brought] };
    },
  };
}
