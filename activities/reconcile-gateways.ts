import { heartbeat } from '@temporalio/activity';
import { listGatewayAccounts } from '../src/payments/reconciliation/list-accounts.ts';
import { reconcileAccount, type ReconciliationCounts } from '../src/payments/reconciliation/reconcile-account.ts';
import type { ReconcileDeps } from '../src/payments/reconciliation/comparison.ts';

export type ReconcileGatewaysActivities = ReturnType<typeof createReconcileGateways>;

export interface ListGatewayAccountsInput {
  after: number;
  limit: number;
}

export interface ReconcileAccountInput {
  accountId: number;
  /** ISO 8601, real time. */
  since: string;
  until: string;
}

/** Holds the books of stores against those of their gateways. */
export function createReconcileGateways(deps: ReconcileDeps) {
  return {
    listGatewayAccounts: (input: ListGatewayAccountsInput): Promise<number[]> => listGatewayAccounts(deps.em, input),
    reconcileAccount: ({ accountId, since, until }: ReconcileAccountInput): Promise<ReconciliationCounts | null> =>
      reconcileAccount(deps, { accountId, span: { since: new Date(since), until: new Date(until) }, heartbeat }),
  };
}
