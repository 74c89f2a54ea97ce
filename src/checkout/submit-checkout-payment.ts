import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { invalidFields, storeSuspended } from '../base/errors/errors.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { submitPayment, type CardsOfSubscriptions } from '../payments/submit-payment.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { Clock } from '../base/time/clock.ts';
import type { CheckoutView } from './checkout-view.ts';
import { readCheckout } from './read-checkout.ts';

export interface SubmitCheckoutPaymentDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
  secrets: SecretBox;
  cards: CardsOfSubscriptions;
}

export interface CheckoutSubmission {
  hash: string;
  /** The method that the payer chose; null: as the page stands. */
  method?: PaymentMethod | null;
  cardToken: string | null;
  /** Whether the payer agrees that the store keeps the card. */
  savesCard?: boolean;
  installments?: number | undefined;
  /** The amount that the page showed. */
  agreedCents?: number | undefined;
}

/**
 * A payer submits a card's token, or asks for a fresh Pix code or boleto.
 *
 * @returns the page as it then is, or null for a hash that nobody was given
 * @throws ApiError as `submitPayment`, `amount_changed` among them; 403 `store_suspended`; 422 for more installments
 *   than the store allows, or a card to be saved that the store did not ask for
 */
export async function submitCheckoutPayment(
  deps: SubmitCheckoutPaymentDeps,
  { hash, method = null, cardToken, savesCard = false, installments = 1, agreedCents }: CheckoutSubmission,
): Promise<CheckoutView | null> {
  return inTransaction(deps.em, async (tx) => {
    const invoice = await tx.findOne(Invoice, { checkoutHash: hash });
    if (!invoice) return null;
    const { companyId, environment, id: invoiceId } = invoice;
    if ((await tx.findOneOrFail(Company, companyId)).suspendedAt)
      throw storeSuspended('This store cannot take payments now: ask the store.');
    if (installments > invoice.installments) {
      const message = `installments must be at most ${invoice.installments}.`;
      throw invalidFields([{ field: 'installments', code: 'too_many', message }]);
    }
    if (savesCard && !invoice.offersCardSaving) {
      const message = 'save_card is only for an invoice whose store asks for it.';
      throw invalidFields([{ field: 'save_card', code: 'not_allowed', message }]);
    }
    const store = { companyId, environment };
    await submitPayment(
      { ...deps, em: tx },
      { store, invoiceId, method, cardToken, savesCard, installments, agreedCents },
    );
    return readCheckout({ ...deps, em: tx }, hash);
  });
}
