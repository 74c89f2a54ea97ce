import type { EntityManager } from '@mikro-orm/postgresql';
import { GatewayAccount } from './gateway-account.entity.ts';
import { GatewayAccountError, type AccountFailure, type GatewayBooks, type PaymentGateway } from './payment-gateway.ts';

const ALERT_PAUSE_MS = 3_600_000;

/**
 * A gateway that notes when it refuses the store's access, which opens an alert, and when it takes it again. Calls that
 * were refused wait in Temporal meanwhile, and go through once the access is mended.
 */
export function watchAccount(em: EntityManager, gateway: PaymentGateway, account: GatewayAccount): PaymentGateway {
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof GatewayAccountError) await noteFailure(em, { account, failure: error.failure });
      throw error;
    }
  };
  /** What was written there went through; that something could be read says less. */
  const mending = async <T>(call: Promise<T>): Promise<T> => {
    const result = await watched(call);
    if (account.failingSince) await noteMended(em, account);
    return result;
  };
  return {
    name: gateway.name,
    accountId: gateway.accountId,
    registerCharge: (request) => mending(gateway.registerCharge(request)),
    queryCharge: (charge) => watched(gateway.queryCharge(charge)),
    cancelCharge: (charge) => watched(gateway.cancelCharge(charge)),
    refundPayment: (request) => mending(gateway.refundPayment(request)),
    ...(gateway.forgetPayer ? { forgetPayer: (id: string) => mending(gateway.forgetPayer!(id)) } : {}),
    // Says nothing of the access: it is decided here.
    verifyCallback: (callback) => gateway.verifyCallback(callback),
    ...(gateway.books ? { books: watchBooks(gateway.books, watched) } : {}),
  };
}

function watchBooks(books: GatewayBooks, watched: <T>(call: Promise<T>) => Promise<T>): GatewayBooks {
  async function* each<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = entries[Symbol.asyncIterator]();
    for (;;) {
      const next = await watched(iterator.next());
      if (next.done) return;
      yield next.value;
    }
  }
  return {
    charges: (made) => each(books.charges(made)),
    charge: (chargeId) => watched(books.charge(chargeId)),
    refunds: (made) => each(books.refunds(made)),
    disputes: (opened) => each(books.disputes(opened)),
  };
}

/** Of an account that was set anew meanwhile nothing is noted: the refusal was of the settings before. */
export async function noteFailure(
  em: EntityManager,
  { account, failure }: { account: Pick<GatewayAccount, 'id' | 'updatedAt'>; failure: AccountFailure },
): Promise<void> {
  const now = new Date();
  // Whoever was told lately is not told again of what has come back.
  await em.fork().execute(
    `update gateway_accounts set failing_since = ?, failure = ?,
       alerted_at = case when alerted_at > ? then alerted_at end
     where id = ? and updated_at = ? and failing_since is null`,
    [now, failure, new Date(now.getTime() - ALERT_PAUSE_MS), account.id, account.updatedAt],
  );
}

/** A failure that somebody has noted meanwhile stays. */
export async function noteMended(
  em: EntityManager,
  { id, failingSince }: Pick<GatewayAccount, 'id' | 'failingSince'>,
): Promise<void> {
  await em.fork().nativeUpdate(GatewayAccount, { id, failingSince }, { failingSince: null, failure: null });
}
