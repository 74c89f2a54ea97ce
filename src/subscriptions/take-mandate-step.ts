import type { EntityManager } from '@mikro-orm/postgresql';
import { beneficiaryOf } from '../accounts/companies/beneficiary.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { MandateGateway, MandateRequest, PayerAccount } from '../gateways/mandate.ts';
import { GatewayUnavailableError } from '../gateways/payment-gateway.ts';
import { payerOf } from '../invoices/check-chargeable.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Mandate, payerAccountContext } from '../payments/mandates/mandate.entity.ts';
import { takeNews } from '../payments/mandates/note-mandate-news.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { frequencyOf } from './mandate-terms.ts';
import { cancelMandate, endAuthorization } from './mandates.ts';
import { presentMandate } from './present-mandate.ts';
import { restingStatus } from './resting-status.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';
import { Subscription } from './subscription.entity.ts';
import { isOver } from './subscription-status.ts';

export interface MandateStepDeps {
  em: EntityManager;
  gateways: GatewayRegistry;
  secrets: SecretBox;
}

interface MandateStep {
  subscriptionId: number;
  mandateId: number;
  /** In the store's time. */
  at: Date;
}

/** Clocks differ by less; a sandbox's time may be another than its gateway's. */
const CLOCKS_DIFFER_MS = 24 * 3_600_000;

/**
 * Asks the gateway for a payer's agreement, and records its answer: the code by which the payer agrees. The gateway is
 * called outside any transaction; the mandate's id is its idempotency key.
 *
 * @throws GatewayUnavailableError for what a retry can mend: the first charge, which the code pays, is not there yet
 */
export async function requestMandate(deps: MandateStepDeps, { subscriptionId, mandateId, at }: MandateStep) {
  const { em } = deps;
  const mandate = await em.fork().findOneOrFail(Mandate, mandateId);
  if (mandate.status !== 'requested') return;
  const gateway = await openMandates(deps, mandate);
  const state = await gateway.request(await requestOf(deps, mandate, at));
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const known = change.mandates.find(({ id }) => id === mandateId);
    if (!known) return;
    known.gatewayMandateId = state.gatewayMandateId;
    change.touch();
    // Canceled while the gateway was answering: its cancellation finds it by this id.
    if (known.status !== 'requested') return;
    Object.assign(known, { status: 'pending', qrCode: state.qrCode, payerAccount: null, updatedAt: change.at });
    if (state.status !== 'pending') return void takeNews(known, state, change.at);
    if (state.firstChargeQrCode !== null) await showCode(change, state.firstChargeQrCode);
    await change.emit('subscription.updated', { changed: ['authorization'] });
  });
}

/** Tells the gateway that a mandate is canceled. @throws GatewayUnavailableError for what a retry can mend */
export async function tellOfCancellation(deps: MandateStepDeps, { subscriptionId, mandateId, at }: MandateStep) {
  const { em } = deps;
  const mandate = await em.fork().findOneOrFail(Mandate, mandateId);
  if (!mandate.isCancellationDue) return;
  const gateway = await openMandates(deps, mandate);
  await gateway.cancel(referenceOf(mandate));
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, ({ mandates, touch }) => {
    const known = mandates.find(({ id }) => id === mandateId);
    if (!known) return;
    known.isCancellationDue = false;
    touch();
  });
}

/** Takes account of what became of a mandate. Nothing happens where that was done before. */
export async function settleMandate({ em }: MandateStepDeps, { subscriptionId, mandateId, at }: MandateStep) {
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const { subscription, company, mandates, emit, touch } = change;
    const mandate = mandates.find(({ id }) => id === mandateId);
    if (!mandate || mandate.isSettled) return;
    mandate.isSettled = true;
    touch();
    if (mandate.status !== 'authorized') return endAuthorization(change, mandate);
    // The payer agreed to debits that nobody wants any more.
    if (isOver(subscription) || subscription.paymentMethod !== 'pix_automatic')
      return cancelMandate(mandate, change.at);
    subscription.authorizedAt = mandate.authorizedAt;
    subscription.status = restingStatus(subscription, { company, at: change.at });
    await emit('subscription.authorized', { authorization: presentMandate(mandate) });
  });
}

async function openMandates({ em, gateways }: MandateStepDeps, mandate: Mandate): Promise<MandateGateway> {
  const { id, gateway: name, companyId, environment, gatewayAccountId } = mandate;
  const gateway = await gateways.open(em, name, { companyId, environment, gatewayAccountId });
  if (!gateway.mandates) throw new Error(`The gateway ${name} takes no mandates.`);
  // If the answer is lost, only the account that was asked can tell what became of it.
  if (gatewayAccountId === null && gateway.accountId !== null) {
    await em.fork().nativeUpdate(Mandate, { id }, { gatewayAccountId: gateway.accountId });
  }
  return gateway.mandates;
}

function referenceOf({ id: mandateId, gatewayMandateId, createdAt }: Mandate) {
  const [first, last] = [createdAt.getTime(), Date.now()].sort((a, b) => a - b) as [number, number];
  const madeWithin = { since: new Date(first - CLOCKS_DIFFER_MS), until: new Date(last + CLOCKS_DIFFER_MS) };
  return { mandateId, gatewayMandateId, madeWithin };
}

async function requestOf({ em, secrets }: MandateStepDeps, mandate: Mandate, at: Date): Promise<MandateRequest> {
  const tx = em.fork();
  const subscription = await tx.findOneOrFail(Subscription, mandate.subscriptionId);
  const company = await tx.findOneOrFail(Company, mandate.companyId);
  const customer = await tx.findOneOrFail(Customer, subscription.customerId);
  const { name, city } = beneficiaryOf(company);
  const today = storeToday(at, company);
  const { nextDueDate } = subscription;
  return {
    ...referenceOf(mandate),
    journey: mandate.journey,
    payer: payerOf(customer),
    merchant: { name, city },
    description: subscription.description ?? company.name,
    frequency: frequencyOf(subscription),
    firstDueDate: nextDueDate > today ? nextDueDate : today,
    endDate: subscription.endDate,
    mayRetry: mandate.mayRetry,
    payerAccount: openAccount(secrets, mandate),
    requestEndsAt: mandate.requestEndsAt.toISOString(),
    firstCharge: mandate.journey === 'first_payment' ? await firstChargeOf(tx, subscription) : null,
  };
}

function openAccount(secrets: SecretBox, { payerAccount, subscriptionId }: Mandate): PayerAccount | null {
  if (payerAccount === null) return null;
  return JSON.parse(secrets.open(payerAccount, payerAccountContext(subscriptionId))) as PayerAccount;
}

/** The charge that is paid with the agreement; null where its payer has paid it, or it has ended. */
async function firstChargeOf(tx: EntityManager, { id: subscriptionId }: Subscription) {
  const [cycle] = await tx.find(
    SubscriptionCycle,
    { subscriptionId, state: 'open' },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  if (!cycle) return null;
  const [attempt] = await tx.find(
    PaymentAttempt,
    { invoiceId: cycle.invoiceId, state: 'pending' },
    { orderBy: { number: 'desc' }, limit: 1 },
  );
  if (!attempt) return null;
  if (!attempt.registeredAt) throw new GatewayUnavailableError('The first charge is not registered yet.');
  const { gatewayChargeId: chargeId, artefacts } = attempt;
  return artefacts?.method === 'pix' && chargeId !== null ? { chargeId, qrCode: artefacts.qrCode } : null;
}

/** The page of the first charge shows the code that authorises too. */
async function showCode({ tx, unsettled, at }: SubscriptionChange, qrCode: string): Promise<void> {
  const open = unsettled.findLast(({ cycle, hasChargeUnderWay }) => cycle.state === 'open' && hasChargeUnderWay);
  if (!open) return;
  await changeInvoice(tx, { invoiceId: open.invoice.id, at, dispatch: 'outbox' }, ({ attempts, emit }) => {
    const attempt = attempts.findLast(({ state }) => state === 'pending');
    if (attempt?.artefacts?.method !== 'pix') return;
    attempt.artefacts = { ...attempt.artefacts, qrCode, authorizes: true };
    emit('invoice.updated', { changed: ['payments'] });
  });
}
