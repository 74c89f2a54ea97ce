import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { MandateEnder, MandateJourney, PayerAccount } from '../gateways/mandate.ts';
import { askForRest } from '../invoices/ask-for-rest.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { chargeAgain } from '../payments/charge-again.ts';
import { Mandate, payerAccountContext } from '../payments/mandates/mandate.entity.ts';
import { isLive } from '../payments/mandates/read-mandates.ts';
import type { SubscriptionChange } from './change-subscription.ts';
import { presentMandate } from './present-mandate.ts';
import { restingStatus } from './resting-status.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver } from './subscription-status.ts';

/** The time that a payer has to agree. */
const REQUEST_DAYS = 30;
const DAY_MS = 86_400_000;

/** Notes that a payer is to be asked; the subscription's workflow asks. */
export async function askForMandate(
  tx: EntityManager,
  {
    subscription,
    company,
    gateway,
    journey,
    payerAccount,
    secrets,
    at,
  }: {
    subscription: Subscription;
    company: Pick<Company, 'dunningRetryDays'>;
    gateway: string;
    journey: MandateJourney;
    payerAccount: PayerAccount | null;
    secrets: SecretBox;
    at: Date;
  },
): Promise<Mandate> {
  const { id: subscriptionId, companyId, environment } = subscription;
  const mandate = tx.create(Mandate, {
    ...{ companyId, environment, subscriptionId, gateway, journey },
    ...{ gatewayAccountId: null, gatewayMandateId: null, status: 'requested', qrCode: null },
    mayRetry: company.dunningRetryDays.length > 0,
    // 144 random bits, as of an invoice's page.
    pageHash: randomBytes(18).toString('base64url'),
    payerAccount: payerAccount && secrets.seal(JSON.stringify(payerAccount), payerAccountContext(subscriptionId)),
    requestEndsAt: new Date(at.getTime() + REQUEST_DAYS * DAY_MS),
    ...{ authorizedAt: null, endedAt: null, endedBy: null, endReason: null, createdAt: at, updatedAt: at },
  });
  await tx.flush();
  return mandate;
}

/** The mandate that is asked for, or by which the payer's bank debits; a subscription has one at most. */
export function liveMandate(mandates: Mandate[]): Mandate | null {
  return mandates.find(isLive) ?? null;
}

/** The store wants no debits any more. Its bank is told by a step; the mandate may never have been made there. */
export function cancelMandate(mandate: Mandate, at: Date): void {
  Object.assign(mandate, { status: 'canceled', endedBy: 'store' satisfies MandateEnder, endedAt: at, updatedAt: at });
  // The store's word is taken account of where it is said, and so is news of before that no step has taken.
  Object.assign(mandate, { isCancellationDue: true, isSettled: true, payerAccount: null });
}

/**
 * An agreement is over: what was to be debited is asked for by a code, and so are the next charges, until the payer
 * agrees anew.
 */
export async function endAuthorization(change: SubscriptionChange, mandate: Mandate): Promise<void> {
  const { subscription, company, at, emit } = change;
  await askByCode(change, mandate);
  const wasAuthorized = mandate.authorizedAt !== null;
  subscription.authorizedAt = null;
  subscription.status = restingStatus(subscription, { company, at });
  const isRefused = !wasAuthorized && mandate.status !== 'canceled';
  await emit(isRefused ? 'subscription.authorization_refused' : 'subscription.authorization_canceled', {
    authorization: presentMandate(mandate),
  });
}

/** Asks by a code for what the bank will not debit any more. */
export async function askByCode(
  { tx, subscription, unsettled, at }: SubscriptionChange,
  mandate: Mandate,
): Promise<void> {
  if (isOver(subscription)) return;
  for (const { cycle, invoice } of unsettled) {
    const isAsked = await changeInvoice(tx, { invoiceId: invoice.id, at, dispatch: 'outbox' }, (draft) => {
      const debit = draft.attempts.at(-1);
      if (debit?.mandateId !== mandate.id) return false;
      const { gateway } = debit;
      // The bank may have said before that it will not debit.
      if (debit.state === 'refused') return chargeAgain(draft, { gateway, card: null });
      if (debit.state !== 'pending') return false;
      askForRest(draft, { gateway });
      draft.emit('invoice.updated', { changed: ['payments'] });
      return true;
    });
    if (isAsked) Object.assign(cycle, { state: 'open', nextAttemptAt: null, asksBankAt: null, updatedAt: at });
  }
}
