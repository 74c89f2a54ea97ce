import type { EntityManager } from '@mikro-orm/postgresql';
import { tellOfWork } from '../base/outbox/work-left.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import type { MandateGateway } from './mandate.ts';
import { tellHeldCharges } from './held-work.ts';
import { GatewayAccountError, type AccountFailure, type GatewayBooks, type PaymentGateway } from './payment-gateway.ts';

const ALERT_PAUSE_MS = 3_600_000;
/** A key that was refused just now is asked about so much later. */
export const SHORTEST_PROBE_MS = 60_000;

/**
 * A gateway that notes when it refuses the store's access, which opens an alert, and when it takes it again. Work of a
 * store whose key is refused waits in the record meanwhile; work that lacks a permission is retried by its workflow.
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
  /** Only a write that went through proves that the account works; a read says less. */
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
    ...(gateway.answerDispute && { answerDispute: (answer) => watched(gateway.answerDispute!(answer)) }),
    ...(gateway.forgetPayer ? { forgetPayer: (id: string) => mending(gateway.forgetPayer!(id)) } : {}),
    // A key that may not read cards collects nevertheless: no reason for an alert.
    ...(gateway.cardFingerprint ? { cardFingerprint: (token: string) => gateway.cardFingerprint!(token) } : {}),
    ...(gateway.keepCard && { keepCard: (request) => mending(gateway.keepCard!(request)) }),
    ...(gateway.forgetCard && { forgetCard: (token: string) => watched(gateway.forgetCard!(token)) }),
    // Says nothing of the access: it is decided here.
    verifyCallback: (callback) => gateway.verifyCallback(callback),
    ...(gateway.mandates ? { mandates: watchMandates(gateway.mandates, { watched, mending }) } : {}),
    ...(gateway.books ? { books: watchBooks(gateway.books, watched) } : {}),
  };
}

type Watch = <T>(call: Promise<T>) => Promise<T>;

function watchMandates(
  mandates: MandateGateway,
  { watched, mending }: { watched: Watch; mending: Watch },
): MandateGateway {
  return {
    request: (request) => mending(mandates.request(request)),
    query: (gatewayMandateId) => watched(mandates.query(gatewayMandateId)),
    cancel: (mandate) => watched(mandates.cancel(mandate)),
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
    charges: (made, after) => each(books.charges(made, after)),
    charge: (chargeId) => watched(books.charge(chargeId)),
    refunds: (made, after) => each(books.refunds(made, after)),
    disputes: (opened, after) => each(books.disputes(opened, after)),
    // A key that may not read them collects all the same: nobody is alerted, and the comparison tells the store.
    ...(books.prices && { prices: (made, after) => books.prices!(made, after) }),
    ...(books.payouts && { payouts: (made, after) => books.payouts!(made, after) }),
  };
}

/**
 * Notes that the gateway refused an account. Nothing is noted of an account that was set anew meanwhile: the refusal
 * was of the settings before. A key that is refused is noted although a permission was missing before: it holds all the
 * work of the account.
 */
export async function noteFailure(
  em: EntityManager,
  { account, failure }: { account: Pick<GatewayAccount, 'id' | 'updatedAt'>; failure: AccountFailure },
): Promise<void> {
  const now = new Date();
  // The people who were told lately are not told again of a failure that has come back.
  await em.fork().execute(
    `update gateway_accounts set failing_since = coalesce(failing_since, ?), failure = ?,
       next_probe_at = case when ? = 'key_refused' then now() + interval '${SHORTEST_PROBE_MS} milliseconds' end,
       alerted_at = case when alerted_at > ? then alerted_at end
     where id = ? and updated_at = ? and (failing_since is null or (failure <> 'key_refused' and ? = 'key_refused'))`,
    [now, failure, failure, new Date(now.getTime() - ALERT_PAUSE_MS), account.id, account.updatedAt, failure],
  );
}

/**
 * The access works again, and all that waited for it is told, in one transaction. A failure that somebody has noted
 * meanwhile stays.
 *
 * @returns whether it was this failure that is over
 */
export async function noteMended(
  em: EntityManager,
  {
    id,
    failingSince,
    companyId,
    environment,
  }: Pick<GatewayAccount, 'id' | 'failingSince' | 'companyId' | 'environment'>,
): Promise<boolean> {
  return em.fork().transactional(async (tx) => {
    const works = { failingSince: null, failure: null, nextProbeAt: null };
    const mended = await tx.nativeUpdate(GatewayAccount, { id, failingSince }, works);
    if (mended === 0) return false;
    await tellHeldCharges(tx, { companyId, environment });
    await tellOfWork(tx, 'outbox');
    return true;
  });
}
