import { Migration } from '@mikro-orm/migrations';

/**
 * Card payments in parts cost interest by the store's table. Stores and invoices of before have none. The interest is
 * in the total of an invoice once it is paid.
 */
export class Migration0052InstallmentInterest extends Migration {
  override up(): void {
    this.addSql(`alter table companies add column installment_interest jsonb null`);
    this.addSql(`alter table payment_attempts add column installment_interest_cents bigint not null default '0'`);
    this.addSql(`alter table invoices
      add column installment_interest jsonb null,
      add column installment_interest_cents bigint not null default '0',
      drop constraint invoices_total_adds_up`);
    this.addSql(`alter table invoices
      add constraint invoices_total_adds_up
      check (total_cents = subtotal_cents - discount_cents + fine_cents + interest_cents + installment_interest_cents)
      not valid`);
    this.addSql(`alter table invoices validate constraint invoices_total_adds_up`);
  }
}
