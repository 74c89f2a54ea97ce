import { log } from '@temporalio/activity';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { GatewayRegistry } from '../src/gateways/gateway-registry.ts';
import { forgetPayer, type ForgottenPayer } from '../src/privacy/forget-payer.ts';

export type ForgetPayerActivity = ReturnType<typeof createForgetPayer>;

export interface ForgetPayerInput {
  customerId: number;
}

/** Has the gateway forget a customer who was erased. */
export function createForgetPayer(deps: { em: EntityManager; gateways: GatewayRegistry }) {
  return {
    async forgetPayer({ customerId }: ForgetPayerInput): Promise<ForgottenPayer> {
      const result = await forgetPayer(deps, { customerId });
      if (result.outOfReach > 0) log.warn('a gateway that the store has left still knows a customer who was erased');
      return result;
    },
  };
}
