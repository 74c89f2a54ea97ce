import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../companies/environment.ts';
import { GatewayCallback } from '../gateway-callback.entity.ts';
import type { GatewayBooks, GatewayEvent, PaymentGateway } from '../gateways/payment-gateway.ts';
import { GatewayAccountError, GatewayUnavailableError } from '../gateways/payment-gateway.ts';
import { Payment } from '../payment.entity.ts';
import { applyCallback, storeCallback } from '../receive-callback.ts';
import type { ReconcileDeps } from './reconcile-account.ts';
import type { Finding } from './reconciliation.entity.ts';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** One comparison of a store's books with its gateway's, as it goes on. */
export interface Comparison {
  em: EntityManager;
  store: Store;
  gateway: PaymentGateway;
  books: GatewayBooks;
  chargesSeen: number;
  repaired: number;
  findings: Finding[];
  heartbeat: () => void;
  note: (kind: Finding['kind'], details: Finding['details']) => void;
  findPayment: (gatewayPaymentId: string) => Promise<Payment | null>;
  /** Does what the callback would have done that nobody heard; `about` names it, so that it is done once. */
  makeUp: (about: string, event: WithoutId<GatewayEvent>) => Promise<void>;
  /** One thing that cannot be compared must not keep the others from it. */
  oneByOne: (about: string, compare: () => Promise<void>) => Promise<void>;
}

export function createComparison(
  deps: ReconcileDeps,
  {
    store,
    gateway,
    books,
    heartbeat,
  }: { store: Store; gateway: PaymentGateway; books: GatewayBooks; heartbeat: () => void },
): Comparison {
  const { em } = deps;
  const comparison: Comparison = {
    ...{ em, store, gateway, books, heartbeat, chargesSeen: 0, repaired: 0, findings: [] },

    note(kind, details) {
      comparison.findings.push({ kind, details });
    },

    findPayment: (gatewayPaymentId) =>
      em.fork().findOne(Payment, { ...store, gateway: gateway.name, gatewayPaymentId }),

    async makeUp(about, event) {
      const id = `reconciled-${about}`;
      const word = { gateway: gateway.name, store, event: { id, ...event } };
      const isNew = await storeCallback(em, { ...word, now: new Date() });
      const callbackId = isNew ?? (await findStored(em, { ...word, id }));
      const outcome = await applyCallback(deps, { callbackId });
      if (outcome === 'nothing_to_do') return;
      // What was done once and is still not so is nothing that doing it again would mend.
      if (isNew !== null && outcome === 'applied') comparison.repaired += 1;
      else comparison.note('could_not_apply', { about, outcome });
    },

    async oneByOne(about, compare) {
      heartbeat();
      try {
        await compare();
      } catch (error) {
        if (error instanceof GatewayAccountError) throw error;
        const outcome = error instanceof GatewayUnavailableError ? error.message : (error as Error).name;
        deps.log.error({ err: error, about }, 'something could not be compared');
        comparison.note('could_not_apply', { about, outcome });
      }
    },
  };
  return comparison;
}

async function findStored(
  em: EntityManager,
  { gateway, store, id }: { gateway: string; store: Store; id: string },
): Promise<number> {
  return (await em.fork().findOneOrFail(GatewayCallback, { gateway, ...store, gatewayEventId: id })).id;
}
