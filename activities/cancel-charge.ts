import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelCharge } from '../src/payments/cancel-charge.ts';
import type { GatewayRegistry } from '../src/payments/gateways/gateway-registry.ts';

export type CancelChargeActivity = ReturnType<typeof createCancelCharge>;

export interface CancelChargeInput {
  attemptId: number;
  /** ISO 8601. */
  at: string;
}

/** Makes the charge of a given-up attempt unpayable at its gateway. */
export function createCancelCharge(deps: { em: EntityManager; gateways: GatewayRegistry }) {
  return {
    cancelCharge: ({ attemptId, at }: CancelChargeInput): Promise<void> =>
      cancelCharge(deps, { attemptId, at: new Date(at) }),
  };
}
