import type { EntityManager } from '@mikro-orm/postgresql';
import { ApplicationFailure } from '@temporalio/activity';
import type { SecretBox } from '../src/base/crypto/secret-box.ts';
import type { GatewayRegistry } from '../src/gateways/gateway-registry.ts';
import { GatewayAccountError } from '../src/gateways/payment-gateway.ts';
import { ApiError, GATEWAY_NOT_CONFIGURED } from '../src/base/errors/errors.ts';
import { passStep, type PlannedMoment } from '../src/subscriptions/pass-step.ts';
import { readSubscriptionNews } from '../src/subscriptions/read-subscription-news.ts';
import { retryCharge } from '../src/subscriptions/retry-charge.ts';
import { settleCharge } from '../src/subscriptions/settle-charge.ts';
import { startCycle } from '../src/subscriptions/start-cycle.ts';
import { askDebit } from '../src/subscriptions/ask-debit.ts';
import type { MandateStepKind, SubscriptionNews, SubscriptionStep } from '../src/subscriptions/subscription-news.ts';
import {
  requestMandate,
  settleMandate,
  tellOfCancellation,
  type MandateStepDeps,
} from '../src/subscriptions/take-mandate-step.ts';

export type SubscriptionStepActivities = ReturnType<typeof createSubscriptionSteps>;
export type MandateStepActivities = ReturnType<typeof createMandateSteps>;

export interface ReadSubscriptionInput {
  subscriptionId: number;
}

/** The moment at which a step is taken, ISO 8601: the record is told it, and no clock is asked. */
interface StepInput {
  subscriptionId: number;
  at: string;
}

export interface StartCycleInput extends StepInput {
  /** The due date of the cycle whose invoice is to be made, `YYYY-MM-DD`. */
  dueDate: string;
}

export interface CycleInput extends StepInput {
  cycleId: number;
}

export interface MandateStepInput extends StepInput {
  mandateId: number;
  kind: MandateStepKind;
}

export interface PassStepInput extends StepInput {
  kind: PlannedMoment;
}

/** The steps of a subscription's life. Each is taken once, however often it is asked for, and says what follows. */
export function createSubscriptionSteps(deps: { em: EntityManager; gateways: GatewayRegistry; secrets: SecretBox }) {
  const { em } = deps;
  const { after, charge } = createTaker(em);
  return {
    /** For a run that was started by hand: what the record says. */
    readSubscription: ({ subscriptionId }: ReadSubscriptionInput): Promise<SubscriptionNews> =>
      newsOf(em, subscriptionId),
    async startCycle({ subscriptionId, dueDate, at }: StartCycleInput): Promise<SubscriptionNews> {
      return charge(subscriptionId, () => startCycle(deps, { subscriptionId, dueDate, at: new Date(at) }), {
        at,
        isSame: (next) => next.kind === 'start_cycle' && next.dueDate === dueDate,
      });
    },
    async settleCharge({ subscriptionId, cycleId, at }: CycleInput): Promise<SubscriptionNews> {
      await settleCharge(em, { subscriptionId, cycleId, at: new Date(at) });
      return newsOf(em, subscriptionId);
    },
    async retryCharge({ subscriptionId, cycleId, at }: CycleInput): Promise<SubscriptionNews> {
      return charge(subscriptionId, () => retryCharge(deps, { subscriptionId, cycleId, at: new Date(at) }), {
        at,
        isSame: (next) => next.kind === 'retry_charge' && next.cycleId === cycleId,
      });
    },
    async passStep({ subscriptionId, kind, at }: PassStepInput): Promise<SubscriptionNews> {
      await passStep(em, { subscriptionId, kind, at: new Date(at) });
      return after(subscriptionId, { at, isSame: (next) => next.kind === kind });
    },
  };
}

/** The steps of a mandate, and of the debits by it, which call a gateway: on the queue of payments. */
export function createMandateSteps(deps: MandateStepDeps) {
  const { charge } = createTaker(deps.em);
  return {
    async takeMandateStep({ subscriptionId, mandateId, kind, at }: MandateStepInput): Promise<SubscriptionNews> {
      const take = () => MANDATE_STEPS[kind](deps, { subscriptionId, mandateId, at: new Date(at) });
      return charge(subscriptionId, take, {
        at,
        isSame: (next) => next.kind === kind && 'mandateId' in next && next.mandateId === mandateId,
      });
    },
    async askDebit({ subscriptionId, cycleId, at }: CycleInput): Promise<SubscriptionNews> {
      return charge(subscriptionId, () => askDebit(deps, { subscriptionId, cycleId, at: new Date(at) }), {
        at,
        isSame: (next) => next.kind === 'ask_debit' && next.cycleId === cycleId,
      });
    },
  };
}

function createTaker(em: EntityManager) {
  /** @throws ApplicationFailure where the step is still to be taken: a workflow that went on would spin */
  const after = async (
    subscriptionId: number,
    { at, isSame }: { at: string; isSame: (next: SubscriptionStep) => boolean },
  ): Promise<SubscriptionNews> => {
    const news = await newsOf(em, subscriptionId);
    const { next, clockAt = at } = news;
    if (!next || next.at > clockAt || !isSame(next)) return news;
    const message = `Subscription ${subscriptionId} still waits for ${next.kind}.`;
    throw ApplicationFailure.create({ type: 'StepNotTaken', message });
  };
  /**
   * Takes a step that makes a charge. A store without a gateway has the charge wait in the record, and its subscription
   * is told of once the store has one; no workflow retries the step.
   */
  const charge = async (
    subscriptionId: number,
    take: () => Promise<void>,
    step: { at: string; isSame: (next: SubscriptionStep) => boolean },
  ): Promise<SubscriptionNews> => {
    try {
      await take();
    } catch (error) {
      const isWithoutGateway = error instanceof ApiError && error.code === GATEWAY_NOT_CONFIGURED;
      if (!isWithoutGateway && !(error instanceof GatewayAccountError)) throw error;
      return newsOf(em, subscriptionId, { withoutCharges: true });
    }
    return after(subscriptionId, step);
  };
  return { after, charge };
}

const MANDATE_STEPS = {
  request_mandate: requestMandate,
  settle_mandate: settleMandate,
  cancel_mandate: tellOfCancellation,
} as const;

/** @throws ApplicationFailure that no retry mends, when there is no such subscription */
async function newsOf(
  em: EntityManager,
  subscriptionId: number,
  options: { withoutCharges?: boolean } = {},
): Promise<SubscriptionNews> {
  const [news] = await readSubscriptionNews(em, [subscriptionId], options);
  if (news) return news;
  throw ApplicationFailure.nonRetryable(`There is no subscription ${subscriptionId}.`, 'SubscriptionNotFound');
}
