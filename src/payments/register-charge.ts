import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../calendar/business-day.ts';
import { beneficiaryOf } from '../companies/beneficiary.ts';
import { Company } from '../companies/company.entity.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { Customer } from '../customers/customer.entity.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { boletoInstants, startOfDay } from '../invoices/due-dates.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { GatewayRegistry } from './gateways/gateway-registry.ts';
import type { ChargeRequest, ChargeResult } from './gateways/payment-gateway.ts';
import { tellOfWork } from '../temporal/work-left.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { refuseAttempt } from './refuse-attempt.ts';

/**
 * Registers an attempt's charge at its gateway and records the answer. The gateway is called outside any transaction;
 * its idempotency key is the attempt's id, so a call that is repeated after a crash makes no second charge.
 *
 * @param at the moment of the registration, in the store's time: a Pix code's expiry counts from it
 * @param isRetry an earlier call may have reached the gateway: ask before registering again
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function registerCharge(
  { em, gateways, secrets }: { em: EntityManager; gateways: GatewayRegistry; secrets: SecretBox },
  { attemptId, at, isRetry }: { attemptId: number; at: Date; isRetry: boolean },
): Promise<void> {
  const reader = em.fork();
  const attempt = await reader.findOneOrFail(PaymentAttempt, attemptId);
  const invoice = await reader.findOneOrFail(Invoice, attempt.invoiceId);
  if (attempt.registeredAt) return;

  const gateway = gateways.byName(attempt.gateway);
  // An earlier call may have reached the gateway although its answer did not reach us: ask before charging again. And an
  // attempt that was given up meanwhile is charged no more, but what the gateway has of it must be known to be canceled.
  const givenUp = attempt.state !== 'pending';
  const known = isRetry || givenUp ? await gateway.queryCharge({ attemptId }) : null;
  if (!known && givenUp) return;
  const result =
    known ?? (await gateway.registerCharge(await chargeRequest(reader, secrets, { attempt, invoice, at })));
  await recordResult(em, { invoiceId: invoice.id, attemptId, at, result });
}

async function chargeRequest(
  reader: EntityManager,
  secrets: SecretBox,
  { attempt, invoice, at }: { attempt: PaymentAttempt; invoice: Invoice; at: Date },
): Promise<ChargeRequest> {
  const company = await reader.findOneOrFail(Company, invoice.companyId);
  const customer = await reader.findOneOrFail(Customer, invoice.customerId);
  const { subtotalCents, discount, fine, interest } = invoice;
  const beneficiary = beneficiaryOf(company);
  return {
    attemptId: attempt.id,
    environment: attempt.environment,
    requestedAt: at.toISOString(),
    method: attempt.method,
    amountCents: attempt.amountCents,
    terms: { subtotalCents, discount, fine, interest },
    description: invoice.description ?? `${company.name} · ${invoice.id}`,
    payer: { name: customer.name, email: customer.email, document: customer.document },
    merchant: { name: beneficiary.name, city: beneficiary.city },
    expiresAt: attempt.method === 'pix' ? pixExpiry(invoice, company, at).toISOString() : null,
    dueDate: attempt.method === 'boleto' ? boletoInstants(invoice.dueDate!, company).payableUntil : null,
    installments: attempt.installments,
    cardToken: attempt.cardToken && secrets.open(attempt.cardToken, cardTokenContext(attempt.invoiceId)),
  };
}

/** A code that a subscription makes days before it is due can be paid until that day is over. */
function pixExpiry({ subscriptionId, dueDate }: Invoice, company: Company, at: Date): Date {
  const expiry = new Date(at.getTime() + company.pixExpirySeconds * 1000);
  if (subscriptionId === null || dueDate === null) return expiry;
  const dueDateIsOver = startOfDay(addDays(dueDate, 1), company.timeZone);
  return dueDateIsOver > expiry ? dueDateIsOver : expiry;
}

/** What a sealed card token is bound to. */
export function cardTokenContext(invoiceId: number): string {
  return `card-token:${invoiceId}`;
}

async function recordResult(
  em: EntityManager,
  { invoiceId, attemptId, at, result }: { invoiceId: number; attemptId: number; at: Date; result: ChargeResult },
): Promise<void> {
  await changeInvoice(em, { invoiceId, at, dispatch: 'caller' }, async (change) => {
    const { tx, invoice, attempts, apply, emit, touch } = change;
    const attempt = attempts.find(({ id }) => id === attemptId)!;
    if (attempt.registeredAt) return;
    // What the gateway decided may wait for this.
    await tellOfWork(tx);
    attempt.registeredAt = at;
    attempt.updatedAt = at;
    attempt.gatewayChargeId = result.chargeId;
    attempt.cardToken = null;
    touch();

    if (result.status === 'refused') {
      refuseAttempt(change, attempt, result.reason);
      return;
    }
    attempt.artefacts = result.artefacts;
    // The store may have canceled, or the money may have arrived, while the gateway was answering.
    if (attempt.state !== 'pending' || !apply('charge_registered')) return;
    if (result.artefacts.method === 'pix') invoice.pixExpiresAt = new Date(result.artefacts.expiresAt);
    emit('invoice.payment_registered', { attempt_id: attempt.id });
  });
}
