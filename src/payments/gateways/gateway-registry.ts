import type { Store } from '../../companies/environment.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** Which gateway collects for which store. */
export interface GatewayRegistry {
  /** Null where a store's production has no gateway yet. */
  forStore(store: Store): PaymentGateway | null;
  /** @throws Error for a name that no gateway has; attempts only carry names that one had. */
  byName(name: string): PaymentGateway;
  find(name: string): PaymentGateway | null;
}

export function createGatewayRegistry({ sandbox }: { sandbox: PaymentGateway }): GatewayRegistry {
  const gateways = new Map([[sandbox.name, sandbox]]);
  return {
    forStore: (store) => (store.environment === 'sandbox' ? sandbox : null),
    byName(name) {
      const gateway = gateways.get(name);
      if (!gateway) throw new Error(`There is no payment gateway "${name}".`);
      return gateway;
    },
    find: (name) => gateways.get(name) ?? null,
  };
}
