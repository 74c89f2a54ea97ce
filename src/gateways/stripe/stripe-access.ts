import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stripe } from 'stripe';
import type { OurMark } from './ids.ts';

/** A store's access to Stripe. */
export interface StripeAccess {
  em: EntityManager;
  stripe: Stripe;
  /** The name of the gateway, as rows have it. */
  name: string;
  accountId: string;
  mark: OurMark;
  callbackSecret: string;
  statementSuffix: string | undefined;
}
